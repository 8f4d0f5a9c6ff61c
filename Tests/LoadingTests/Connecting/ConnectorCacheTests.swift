import Foundation
import HikidashiBase
import HikidashiLoadingCache
import HikidashiLoadingTesting
import HikidashiStorage
import TestSupport
import Testing

@testable import HikidashiLoading

/// What the cache serves, and what counts as unchanged.
@Suite struct ConnectorCacheTests {
  /// A server whose page a test changes.
  private final class Server: Sendable {
    struct Page: Sendable {
      var text = "one\n"
      var etag: String?
      var modified: String?
      /// Whether it answers 304 to who has the page.
      var isHonest = true
      var control: String?
    }

    let page = Guarded(Page())

    func answer(_ request: LoadRequest) -> TransferScript {
      let page = page.withLock { $0 }
      var headers: HeaderFields = [:]
      headers["ETag"] = page.etag
      headers["Last-Modified"] = page.modified
      headers["Cache-Control"] = page.control
      let knows =
        page.etag.map { $0 == request.headers["If-None-Match"] }
        ?? page.modified.map { $0 == request.headers["If-Modified-Since"] } ?? false
      if page.isHonest, knows { return TransferScript(status: 304, headers: headers) }
      return TransferScript(headers: headers, text: page.text, chunkSize: 2)
    }
  }

  private let server = Server()
  private let folder: ScratchFolder
  private let world: TestWorld

  init() throws {
    folder = try ScratchFolder()
    let cache = ResponseCache(folder.url.appendingPathComponent("cache.db").path, limit: 4_000)
    world = TestWorld(cache: cache) { [server] in server.answer($0) }
  }

  private func response(
    _ policy: CachePolicy = .validate
  ) async throws(LoadError) -> LoadResponse<[String]> {
    var options = LoadOptions()
    options.cache = policy
    return try await world.load("page", options).response
  }

  @Test(arguments: [true, false]) func aServerThatSaysSoIsBelieved(_ byTag: Bool) async throws {
    server.page.withLock { page in
      if byTag { page.etag = "\"1\"" } else { page.modified = "Sun, 06 Nov 1994 08:49:37 GMT" }
    }
    let first = try await response()
    #expect(first.source == .transport && !first.isUnchanged)
    let second = try await response()
    #expect(second.source == .validatedCache && second.isUnchanged)
    #expect(second.output == ["one"])
    #expect(second.head.status == 200)
  }

  @Test(arguments: [true, false])
  func aServerThatAlwaysSendsAllIsSeenThrough(_ hasTag: Bool) async throws {
    server.page.withLock {
      $0.isHonest = false
      $0.etag = hasTag ? "\"1\"" : nil
    }
    _ = try await response()
    let second = try await response()
    #expect(second.source == .transport && second.isUnchanged)
    server.page.withLock {
      $0.text = "two\n"
      $0.etag = hasTag ? "\"2\"" : nil
    }
    let third = try await response()
    #expect(third.output == ["two"] && !third.isUnchanged)
  }

  @Test func aWeakTagIsNoProofThatAllIsEqual() async throws {
    server.page.withLock { ($0.isHonest, $0.etag) = (false, "W/\"1\"") }
    _ = try await response()
    server.page.withLock { $0.text = "two\n" }
    let second = try await response()
    #expect(second.output == ["two"] && !second.isUnchanged)
  }

  @Test func whatIsFreshIsNotAskedFor() async throws {
    _ = try await response()
    world.clock.advance(by: .seconds(9))
    let fresh = try await response(.fresh(for: .seconds(10)))
    #expect(fresh.source == .cache(age: .seconds(9)) && fresh.refresh == nil)
    #expect(world.transport.transfers.count == 1)
    world.clock.advance(by: .seconds(1))
    #expect(try await response(.fresh(for: .seconds(10))).source == .transport)
  }

  @Test func whatIsStaleServesAndIsRefreshedBehind() async throws {
    _ = try await response()
    server.page.withLock { $0.text = "two\n" }
    world.clock.advance(by: .seconds(5))
    let stale = try await response(.staleWhileRevalidate(for: .seconds(10)))
    #expect(stale.output == ["one"] && stale.source == .cache(age: .seconds(5)))
    let refresh = try #require(stale.refresh)
    #expect(try await refresh.value == ["two"])
    #expect(try await response(.fresh(for: .seconds(10))).output == ["two"])
    world.clock.advance(by: .seconds(10))
    #expect(try await response(.staleWhileRevalidate(for: .seconds(10))).source == .transport)
  }

  @Test func offlineServesWhateverThereIs() async throws {
    _ = try await response()
    world.clock.advance(by: .seconds(1_000_000))
    world.connector.isOffline = true
    let old = try await response(.fresh(for: .seconds(10)))
    #expect(old.output == ["one"] && old.source == .cache(age: .seconds(1_000_000)))
    let stale = try await response(.staleWhileRevalidate(for: .seconds(10)))
    #expect(stale.refresh == nil)
    guard case .offline? = await world.load("other").failure else {
      Issue.record("it was served from nowhere")
      return
    }
  }

  @Test func whatIsNotToBeKeptIsNot() async throws {
    server.page.withLock { $0.control = "private, No-Store" }
    _ = try await response()
    #expect(world.connector.core.cache?.usage.count == 0)
    server.page.withLock { $0.control = nil }
    _ = try await response()
    #expect(world.connector.core.cache?.usage.count == 1)
    server.page.withLock { $0.text = String(repeating: "x", count: 1_001) }
    _ = try await response()
    #expect(world.connector.core.cache?.usage.count == 0)
  }

  @Test func otherFieldsAreAnotherEntry() async throws {
    _ = try await response()
    var request = world.request()
    request.headers["Accept-Language"] = "ja"
    var options = LoadOptions()
    options.cache = .fresh(for: .seconds(10))
    let load = world.connector.load(request, parser: LinesParser(), options: options)
    #expect(try await load.response.source == .transport)
  }

  /// Whoever reads the file finds no key of a service in it, nor what was kept by an earlier version,
  /// whose keys were in clear.
  @Test func theFileHoldsNoFieldInClear() async throws {
    let path = folder.url.appendingPathComponent("other.db").path
    try makeOldCache(path, version: 1, rows: "('x-api-key: OLD-SECRET', x'', x'', 0, 0, 0)")
    // Another process still reads it, and would keep pages of it from being overwritten.
    let reader = try SQLiteConnection(path, SQLiteOptions(applicationID: 0x484B_4C43, version: 1))
    defer { withExtendedLifetime(reader) {} }
    do {
      let world = TestWorld(cache: ResponseCache(path)) { _ in
        TransferScript(headers: ["Set-Cookie": "id=COOKIE-SECRET"], text: "one\n")
      }
      var request = world.request()
      request.headers["X-Api-Key"] = "NEW-SECRET"
      _ = try await world.connector.load(request, parser: LinesParser()).value
      #expect(world.connector.core.cache?.usage.count == 1)
      world.connector.isOffline = true
      #expect(try await world.connector.load(request, parser: LinesParser()).value == ["one"])
      request.headers["X-Api-Key"] = "another"
      guard case .offline? = await world.connector.load(request, parser: LinesParser()).failure
      else {
        Issue.record("another key was served")
        return
      }
    }
    for ending in ["", "-wal", ".damaged", ".damaged-wal"] {
      let file = FileManager.default.contents(atPath: path + ending) ?? Data()
      #expect(file.range(of: Data("SECRET".utf8)) == nil, "\(path + ending)")
      #expect(file.range(of: Data("api-key".utf8)) == nil, "\(path + ending)")
    }
  }

  /// An app that was updated beside an older one finds what it has loaded when it is run again.
  @Test func whatANewerVersionKeptIsLeftToIt() async throws {
    let path = folder.url.appendingPathComponent("newer.db").path
    let options = SQLiteOptions(applicationID: 0x484B_4C43, version: 99)
    let newer = try SQLiteConnection(path, options)
    withExtendedLifetime(newer) {}
    let world = TestWorld(cache: ResponseCache(path)) { _ in TransferScript(text: "one\n") }
    #expect(try await world.connector.load(world.request(), parser: LinesParser()).value == ["one"])
    #expect(world.connector.core.cache?.usage.count == 0)
    _ = try SQLiteConnection(path, options) { _, version throws(SQLiteError) in
      Issue.record("it was version \(version)")
    }
    #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
  }

  @Test func whatIsPrivateOrAskedForOnConditionIsNotKept() async throws {
    for name in ["Authorization", "Cookie", "If-None-Match", "If-Modified-Since"] {
      var request = world.request()
      request.headers[name] = "x"
      _ = try await world.connector.load(request, parser: LinesParser()).value
    }
    let url = try #require(URL(string: "http://me:secret@example.org/page"))
    _ = try await world.connector.load(LoadRequest(url), parser: LinesParser()).value
    #expect(world.connector.core.cache?.usage.count == 0)
  }

  @Test func aBodyCutShortHarmsNothingThatIsKept() async throws {
    _ = try await response()
    let cut = TestWorld(cache: world.connector.core.cache) {
      TransferScript(text: "other\n").with(.truncated(after: 3), for: $0.target)
    }
    var options = LoadOptions()
    options.retry = .never
    guard case .truncated(_, got: 3, expected: 6)? = await cut.load("page", options).failure else {
      Issue.record("half a body was taken")
      return
    }
    #expect(try await response(.fresh(for: .seconds(10))).output == ["one"])
  }
}

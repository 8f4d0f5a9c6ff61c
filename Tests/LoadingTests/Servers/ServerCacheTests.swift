import Foundation
import HikidashiLoadingCache
import TestSupport
import Testing

@testable import HikidashiLoading

/// What is not sent again by a real nginx, or seen to be the same.
@Suite struct ServerCacheTests {
  private let folder: ScratchFolder
  private let connector: Connector

  init() throws {
    folder = try ScratchFolder()
    connector = Connector(
      transports: [HTTPTransport()],
      cache: ResponseCache(folder.url.appendingPathComponent("cache.db").path))
  }

  private func load(
    _ address: String, _ policy: CachePolicy = .validate
  ) throws -> Load<[String]> {
    var options = LoadOptions()
    options.cache = policy
    let request = LoadRequest(try #require(URL(string: address)))
    return connector.load(request, parser: LinesParser(), options: options)
  }

  /// By its ETag, and by its date alone.
  @Test(.needsNginx, arguments: ["", "etag off;"])
  func whatHasNotChangedIsNotSentAgain(configuration: String) async throws {
    let server = try NginxServer(configuration)
    try server.put(Data("one\n".utf8), at: "page")
    // A date of HTTP has whole seconds, and the other page is there within the same.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 784_111_777)],
      ofItemAtPath: server.content.appendingPathComponent("page").path)
    let first = try await load(server.address + "/page").response
    #expect(first.source == .transport && !first.isUnchanged)
    let second = try await load(server.address + "/page").response
    #expect(second.source == .validatedCache && second.isUnchanged && second.output == ["one"])
    #expect(server.log.map { $0.suffix(3) } == ["200", "304"])
    try server.put(Data("another\n".utf8), at: "page")
    let third = try await load(server.address + "/page").response
    #expect(third.source == .transport && !third.isUnchanged && third.output == ["another"])
  }

  /// Without a name of what it sends, or with one and 200 all the same.
  @Test(.needsNginx, arguments: ["", "add_header ETag '\"1\"';"])
  func aServerThatAlwaysSendsAllIsSeenThrough(header: String) async throws {
    let server = try NginxServer(
      "location = /page { \(header) return 200 one; } location = /other { return 200 two; }")
    #expect(try await load(server.address + "/page").response.isUnchanged == false)
    let second = try await load(server.address + "/page").response
    #expect(second.source == .transport && second.isUnchanged)
    #expect(server.log.map { $0.suffix(3) } == ["200", "200"])
  }

  @Test(.needsNginx) func whatIsStaleServesAndIsRefreshedBehind() async throws {
    let server = try NginxServer()
    try server.put(Data("one\n".utf8), at: "page")
    _ = try await load(server.address + "/page").value
    try server.put(Data("another\n".utf8), at: "page")
    let stale = try await load(
      server.address + "/page", .staleWhileRevalidate(for: .seconds(3_600))
    ).response
    #expect(stale.output == ["one"])
    #expect(try await stale.refresh?.value == ["another"])
    let fresh = try await load(server.address + "/page", .fresh(for: .seconds(3_600))).response
    #expect(fresh.output == ["another"] && server.log.count == 2)
  }

  @Test(.needsNginx) func offlineNothingIsAskedFor() async throws {
    let server = try NginxServer()
    try server.put(Data("one\n".utf8), at: "page")
    _ = try await load(server.address + "/page").value
    connector.isOffline = true
    #expect(try await load(server.address + "/page").value == ["one"])
    guard case .offline? = await (try load(server.address + "/other")).failure else {
      Issue.record("it was asked for")
      return
    }
    #expect(server.log.count == 1)
    connector.isOffline = false
    #expect(try await load(server.address + "/page").response.source == .validatedCache)
  }

  @Test(.needsNginx) func aFileIsGoneOnWithAsLongAsItIsTheSame() async throws {
    let server = try NginxServer()
    let bytes = Data((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
    try server.put(bytes, at: "big")
    let path = folder.url.appendingPathComponent("big").path
    let request = LoadRequest(try #require(URL(string: server.address + "/big")))
    func breakOff() async {
      let parser = BreakingParser(base: FileParser(to: path), most: 100_000)
      guard case .parser? = await connector.load(request, parser: parser).failure else {
        Issue.record("it did not break off")
        return
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    await breakOff()
    let loaded = try await connector.load(request, parser: FileParser(to: path)).value
    #expect(loaded.resumedAt > 0 && loaded.byteCount == bytes.count)
    #expect(FileManager.default.contents(atPath: path) == bytes)
    #expect(server.log.map { $0.suffix(3) } == ["200", "206"])

    try FileManager.default.removeItem(atPath: path)
    await breakOff()
    try server.put(Data("another".utf8), at: "big")
    let other = try await connector.load(request, parser: FileParser(to: path)).value
    #expect(other == FileParser.Loaded(path: path, byteCount: 7, resumedAt: 0))
    #expect(folder.read("big") == "another")
    #expect(server.log.map { $0.suffix(3) } == ["200", "206", "200", "200"])
  }
}

/// Breaks off where there is more than so many bytes.
private struct BreakingParser: ResponseParser {
  var base: FileParser
  let most: Int
  private var count = 0

  init(base: FileParser, most: Int) { (self.base, self.most) = (base, most) }

  mutating func missingPart() -> BodyRange? { base.missingPart() }

  mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    try base.begin(head)
  }

  mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    let rest = bytes.prefix(most - count)
    count += rest.count
    _ = try base.feed(Array(rest))
    if count == most { throw .tooLarge(what: "the part", limit: most) }
    return .more
  }

  mutating func finish() throws(ParserError) -> FileParser.Loaded { try base.finish() }
}

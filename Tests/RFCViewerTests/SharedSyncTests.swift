import Foundation
import Glibc
import HikidashiWorkQueues
import TestSupport
import Testing

@testable import RFCKit
@testable import RFCViewer

/// `rfcviewer sync --queue`, by which several machines share one sync.
@Suite(
  .needsNginx,
  .enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
struct SharedSyncTests {
  private let folder: ScratchFolder
  private let numbers = 1...120

  init() throws { folder = try ScratchFolder() }

  private var file: String { "sqlite:" + folder.url.path + "/queue.db" }

  private func mirror(_ configuration: String = "") throws -> NginxServer {
    let server = try NginxServer(configuration)
    try server.put(SyncTests.index(numbers), at: "rfc-index.txt")
    for number in numbers {
      try server.put(SyncTests.document(number, lines: 300), at: "rfc/rfc\(number).txt")
    }
    return server
  }

  private func start(
    _ server: NginxServer, _ queue: String, into name: String, _ more: String...
  ) throws -> Run {
    let path = folder.url.appendingPathComponent(name).path
    return try Run(
      try #require(BuiltProgram.path),
      ["sync", "--all", "--jobs", "3", "--mirror", server.address, "--into", path]
        + ["--queue", queue] + more,
      environment: ["LC_ALL": "C.UTF-8", "HOME": folder.url.path])
  }

  /// The documents in a folder, all of which are the mirror's.
  private func documents(_ name: String) throws -> Set<Int> {
    let library = folder.url.appendingPathComponent(name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    var numbers: Set<Int> = []
    for name in names where name.hasPrefix("rfc") && name.hasSuffix(".txt") {
      guard let number = Int(name.dropFirst(3).dropLast(4)) else { continue }
      let found = try Data(contentsOf: library.appendingPathComponent(name))
      #expect(found == SyncTests.document(number, lines: 300), "\(name)")
      numbers.insert(number)
    }
    return numbers
  }

  /// One on which a document takes some seconds until it is hurried, however fast the machine: nginx
  /// lets one second's worth pass at once, so the rate is well below a document's size.
  private func slowMirror(_ configuration: String = "") throws -> NginxServer {
    try mirror(
      """
      location /rfc/ {
        set $limit_rate 8k;
        if (-f $document_root/hurried) { set $limit_rate 0; }
      }
      """ + configuration)
  }

  private func hurry(_ server: NginxServer) throws { try server.put(Data(), at: "hurried") }

  /// How many machines are at work.
  private func workers() throws -> Int {
    let store = try SQLiteJobStore(String(file.dropFirst("sqlite:".count)))
    return Set(try store.statuses(.taken, from: nil, limit: 100).map(\.worker)).count
  }

  /// Two machines, of which one is killed in the middle: what it had begun the other does.
  private func shareAndKill(_ queue: String) throws {
    let server = try slowMirror()
    let first = try start(server, queue, into: "one")
    let second = try start(server, queue, into: "two")
    // A good part is left when it dies.
    let end = ContinuousClock.now + .seconds(120)
    while try documents("one").count < 10 || documents("two").count < 10, .now < end {
      usleep(5_000)
    }
    second.send(SIGKILL)
    try hurry(server)
    #expect(second.wait() == 128 + SIGKILL)
    #expect(first.wait() == 0, "\(first.standardError)")
    let (one, two) = (try documents("one"), try documents("two"))
    #expect(one.union(two) == Set(numbers))
    #expect(one.count < numbers.count, "the other one did some")
    #expect(!two.isEmpty)
    // But for the few that were on their way as it died none was done twice.
    #expect(one.intersection(two).count <= 3)
    #expect(first.standardError.contains("120 of 120 documents"))
    #expect(first.standardOutput.contains(" 0 failed"))
  }

  @Test func twoShareASyncByAFile() async throws {
    try await onOwnThread { try shareAndKill(file) }
  }

  @Test(.needsPostgres) func twoShareASyncByPostgres() async throws {
    try await onOwnThread {
      let server = try PostgresServer.shared.get()
      try shareAndKill(server.url(try server.makeDatabase()))
    }
  }

  /// One whose lease is lost, as others took the document over, goes on with those it has.
  @Test func aLostLeaseEndsNothingElse() async throws {
    try await onOwnThread {
      let server = try slowMirror(
        """
        location = /rfc/rfc120.txt {
          set $limit_rate 1k;
          if (-f $document_root/hurried) { set $limit_rate 0; }
        }
        """)
      let run = try start(server, file, into: "one")
      let store = try SQLiteJobStore(String(file.dropFirst("sqlite:".count)))
      var lost: DurableJobID?
      while lost == nil, !run.isOver {
        lost = try store.statuses(.taken, from: nil, limit: 9).first { $0.key == "rfc 120" }?.id
        usleep(5_000)
      }
      let id = try #require(lost)
      #expect(try store.cancel(id))
      // Its next heartbeat says so.
      while !server.log.contains(where: { $0.contains("/rfc/rfc120.txt") }), !run.isOver {
        usleep(5_000)
      }
      #expect(try store.retry(id))
      try hurry(server)
      #expect(run.wait() == 0, "\(run.standardError)")
      #expect(try documents("one") == Set(numbers))
    }
  }

  /// One that is over does not keep the next one from looking at everything again.
  @Test func theNextSyncBeginsAnew() async throws {
    try await onOwnThread {
      let server = try slowMirror("location = /rfc/rfc7.txt { return 404; }")
      for (count, asked) in [(2, 1...1), (1, 2...2), (2, 3...4)] {
        // Also in one folder.
        let runs = try (0..<count).map { _ in try start(server, file, into: "all") }
        if asked == 1...1 {
          while try workers() < 2, !runs[0].isOver { usleep(5_000) }
          try hurry(server)
        }
        for run in runs { #expect(run.wait() == 0, "\(run.standardError)") }
        // The last two are one sync if both are there before it is over, which is soon.
        #expect(asked.contains(server.log.count { $0.contains("/rfc/rfc9.txt") }))
      }
      #expect(try documents("all") == Set(numbers).subtracting([7]))
    }
  }

  /// A document that no machine can have is tried by all, and named at the end.
  @Test func whatFailsIsToldByAll() async throws {
    try await onOwnThread {
      let server = try mirror()
      try server.put(Data("<html>Log in</html>".utf8), at: "rfc/rfc5.txt")
      let runs = try (0..<2).map { try start(server, file, into: "part \($0)") }
      for run in runs {
        #expect(run.wait() == 1)
        #expect(run.standardError.contains("RFC 5: "), "\(run.standardError)")
        #expect(run.standardError.contains("1 document could not be fetched"))
        #expect(run.standardOutput.contains(", 1 failed;"))
      }
    }
  }

  /// Interrupted, a machine gives back at once what it has.
  @Test func whoIsInterruptedGivesBack() async throws {
    try await onOwnThread {
      let server = try slowMirror()
      let run = try start(server, file, into: "one")
      while try documents("one").count < 5, !run.isOver { usleep(5_000) }
      run.send(SIGINT)
      try hurry(server)
      #expect(run.wait() == 130)
      let store = try SQLiteJobStore(String(file.dropFirst("sqlite:".count)))
      let counts = try store.counts()
      #expect(counts[.taken, default: 0] == 0)
      #expect(counts[.waiting, default: 0] > 0)
      let last = try start(server, file, into: "one")
      #expect(last.wait() == 0, "\(last.standardError)")
      #expect(try documents("one") == Set(numbers))
    }
  }

  @Test func aQueueOfOthersIsLeftAlone() async throws {
    try await onOwnThread {
      let store = try SQLiteJobStore(String(file.dropFirst("sqlite:".count)))
      _ = try store.add([DurableRequest(text: "bake bread")])
      let server = try mirror()
      let run = try start(server, file, into: "one")
      #expect(run.wait() == 1)
      #expect(run.standardError.contains("it holds jobs of something else"))
      #expect(try store.counts() == [.waiting: 1])
    }
  }

  @Test(arguments: ["", "sqlite:", "mysql://x/y", "/tmp/queue.db"])
  func whatIsNoQueueIsRefused(_ word: String) {
    let result = CommandResult(words: ["sync", "--queue", word])
    #expect(result.code == 2)
    #expect(result.complaints.first?.contains("is no queue; give postgresql://") ?? false)
  }

  /// The password of a server that cannot be reached is not told.
  @Test func aServerThatIsNotThereIsToldOf() async throws {
    try await onOwnThread {
      let server = try mirror()
      let queue = "postgresql://ann:secret@127.0.0.1:1/none?connect_timeout=2"
      let run = try start(server, queue, into: "one")
      #expect(run.wait() == 1)
      #expect(run.standardError.contains("the queue: "))
      #expect(!run.standardError.contains("secret"))
    }
  }

  @Test func plansAreReadAsTheyAreWritten() {
    for (numbers, text) in [
      ([], ""), ([5], "5"), ([1, 3, 2], "3-1"), ([9, 7, 8, 5, 3, 2], "9-7,5,3-2"),
    ] {
      #expect(SyncPlan(numbers).text == text)
      #expect(SyncPlan(text: text).numbers == numbers.sorted(by: >))
    }
    let long = (1...9_999).filter { $0 % 7 != 0 }
    #expect(SyncPlan(text: SyncPlan(long).text) == SyncPlan(long))
    for text in ["x", "-", "1-2", "3-2-1", "0", "100000-1", "9999999999999999999-1", ",,", "5-x"] {
      #expect(SyncPlan(text: text).numbers == [], "\(text)")
    }
  }
}

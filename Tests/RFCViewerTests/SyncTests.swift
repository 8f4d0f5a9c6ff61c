import Foundation
import HikidashiBase
import HikidashiCommands
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// `rfcviewer sync` from a real server into a real folder.
@Suite(.needsNginx) struct SyncTests {
  private let folder: ScratchFolder
  private var library: String { folder.url.appendingPathComponent("library").path }

  init() throws { folder = try ScratchFolder() }

  static func document(_ number: Int, lines: Int = 40) -> Data {
    let line = "RFC \(number) has this line, and it is like the ones above and below it.\n"
    let text = String(repeating: line, count: lines)
    return Data("Request for Comments: \(number)\n\(text)\nAuthor      [Page 1]\n".utf8)
  }

  static func index(_ numbers: some Sequence<Int>) -> Data {
    let entries = numbers.map { "\($0) Title of \($0). A. Author. April 1969. (Status: UNKNOWN)" }
    return Data(("RFC INDEX\n---------\n\n" + entries.joined(separator: "\n\n") + "\n").utf8)
  }

  /// Puts an index and documents on a server.
  private func publish(_ numbers: ClosedRange<Int>, on server: NginxServer) throws {
    try server.put(Self.index(numbers), at: "rfc-index.txt")
    try server.put(Data("<?xml version=\"1.0\"?><rss version=\"2.0\"/>".utf8), at: "rfcrss.xml")
    for number in numbers {
      try server.put(Self.document(number), at: "rfc/rfc\(number).txt")
    }
  }

  private func sync(_ server: NginxServer, _ arguments: String...) async -> CommandResult {
    await run(["--mirror", server.address, "--into", library] + arguments)
  }

  /// On a thread of its own: the command waits for its tasks, which need the ones that tests run on.
  private func run(_ arguments: [String]) async -> CommandResult {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: CommandResult(words: ["sync"] + arguments))
      }
    }
  }

  @Test func errataComeToo() async throws {
    let server = try NginxServer()
    try publish(1...1, on: server)
    let errata = #"[{"errata_id": "1", "doc-id": "RFC1", "errata_status_code": "Verified"}]"#
    try server.put(Data(errata.utf8), at: "errata.json")
    #expect(await sync(server, "--all").code == 0)
    #expect(bytes("errata.json") == Data(errata.utf8))
    // What is none, or was cut, takes the place of nothing.
    for answer in ["<html></html>", String(errata.dropLast()), "[]", "{}"] {
      try server.put(Data(answer.utf8), at: "errata.json")
      #expect(await sync(server, "--all").code == 0)
      #expect(bytes("errata.json") == Data(errata.utf8), "\(answer)")
    }
  }

  private func bytes(_ name: String) -> Data? {
    FileManager.default.contents(atPath: library + "/" + name)
  }

  /// The statuses with which the server has answered for documents so far.
  private func statuses(_ server: NginxServer) -> [String] {
    server.log.filter { $0.contains("/rfc/rfc") }.compactMap {
      $0.split(separator: " ").last.map(String.init)
    }
  }

  @Test func whatIsNewComesAndNothingComesTwice() async throws {
    let server = try NginxServer()
    try publish(1...20, on: server)
    let first = await sync(server, "--range", "5-9")
    #expect(first.code == 0, "\(first.complaints)")
    #expect(first.output.hasPrefix("7 new, 0 changed, 0 unchanged, 0 not on the mirror, 0 failed"))
    for number in 1...20 {
      #expect(bytes("rfc\(number).txt") == (5...9 ~= number ? Self.document(number) : nil))
    }
    #expect(bytes("rfc-index.txt") == Self.index(1...20))
    #expect(statuses(server) == Array(repeating: "200", count: 5))

    #expect(await sync(server, "--range", "5-9").output.hasPrefix("0 new, 0 changed, 7 unchanged"))
    #expect(statuses(server).suffix(5) == Array(repeating: "304", count: 5)[...])

    try publish(1...22, on: server)
    try server.put(Self.document(6, lines: 50), at: "rfc/rfc6.txt")
    // Five are here, two are younger than the index was.
    #expect(await sync(server).output.hasPrefix("2 new, 2 changed"))
    #expect(bytes("rfc6.txt") == Self.document(6, lines: 50))
    #expect(bytes("rfc22.txt") == Self.document(22))
    #expect(bytes("rfc20.txt") == nil)

    #expect(await sync(server, "--all", "--jobs", "3").code == 0)
    #expect((1...22).allSatisfy { bytes("rfc\($0).txt") != nil })
  }

  @Test func aServerThatKnowsNoConditionsChangesNothing() async throws {
    let server = try NginxServer("if_modified_since off; etag off;")
    try publish(1...3, on: server)
    #expect(await sync(server, "--all").code == 0)
    let inode = try FileManager.default.attributesOfItem(atPath: library + "/rfc2.txt")
    #expect(await sync(server, "--all").output.hasPrefix("0 new, 0 changed, 5 unchanged"))
    #expect(statuses(server) == Array(repeating: "200", count: 6))
    let after = try FileManager.default.attributesOfItem(atPath: library + "/rfc2.txt")
    let key = FileAttributeKey.systemFileNumber
    #expect(inode[key] as? Int == after[key] as? Int)
  }

  @Test func wrongAnswersHarmNothing() async throws {
    let server = try NginxServer()
    try publish(1...5, on: server)
    #expect(await sync(server, "--all").code == 0)
    try server.put(Data("<!DOCTYPE html><title>RFC 2</title>".utf8), at: "rfc/rfc2.txt")
    try server.put(Data(), at: "rfc/rfc3.txt")
    try FileManager.default.removeItem(at: server.content.appendingPathComponent("rfc/rfc4.txt"))
    let second = await sync(server, "--all")
    #expect(second.code == 1)
    #expect(second.output.hasPrefix("0 new, 0 changed, 4 unchanged, 1 not on the mirror, 2 failed"))
    #expect(second.complaints.contains { $0.contains("RFC 2: ") && $0.contains("web page") })
    #expect(second.complaints.contains { $0.contains("RFC 3: ") && $0.contains("empty") })
    for number in 1...5 { #expect(bytes("rfc\(number).txt") == Self.document(number)) }

    for wrong in [Data("<html>Log in</html>".utf8), Data(), Self.index(1...4)] {
      try server.put(wrong, at: "rfc-index.txt")
      #expect(await sync(server, "--all").code == 1)
      #expect(bytes("rfc-index.txt") == Self.index(1...5))
    }
  }

  @Test func aMirrorThatIsNotThereIsToldOf() async {
    let result = await run(["--mirror", "http://127.0.0.1:1", "--into", library, "--range", "1"])
    #expect(result.code == 1)
    #expect(result.complaints.count == 1 && result.complaints[0].contains("127.0.0.1"))
  }

  @Test(arguments: [
    ["--range", "9-1"], ["--range", "1-2-3"], ["--range", ""], ["--jobs", "0"], ["--jobs", "x"],
    ["--timeout", "0"], ["--timeout", "3601"],
    ["--all", "--range", "1"], ["--mirror", "/srv/rfc"], ["more"],
  ]) func wrongArgumentsAreRefused(_ arguments: [String]) {
    let result = CommandResult(words: ["sync", "--into", library] + arguments)
    #expect(result.code == 2)
    #expect(result.complaints.count == 1)
    #expect(!FileManager.default.fileExists(atPath: library))
  }

  @Test func progressIsOneLineOnATerminalAndTenElsewhere() {
    for isTerminal in [true, false] {
      let written = Guarded("")
      let progress = SyncProgress(
        CommandOutput(
          reportsToTerminal: isTerminal, writesOutput: { _ in },
          writesError: { text in written.withLock { $0 += text } }))
      var status = RFCSyncStatus()
      status.total = 1000
      let start = ContinuousClock.now
      for done in 1...1000 {
        status.done = done
        status.bytes = done * 1000
        progress.show(status, at: start + .milliseconds(done * 10))
      }
      progress.end()
      let text = written.withLock { $0 }
      let half = isTerminal ? "501 of 1000 documents · 50 %" : "500 of 1000 documents · 50 %"
      #expect(text.contains(half + " · 100 kB/s · 0:0"))
      #expect(text.filter { $0 == "\n" }.count == (isTerminal ? 1 : 10))
      #expect(text.filter { $0 == "\r" }.count == (isTerminal ? 101 : 0))
    }
  }
}

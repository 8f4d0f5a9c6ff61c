import Foundation
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// What `rfcviewer sync` does not put in place, and what it puts right, from a real server.
@Suite(
  .needsNginx,
  .enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
struct SyncGuardTests {
  private let folder: ScratchFolder
  private var library: URL { folder.url.appendingPathComponent("library") }

  init() throws { folder = try ScratchFolder() }

  private typealias Result = (code: Int32, output: String, errors: String)

  private func sync(_ address: String, _ more: String...) async throws -> Result {
    let words = ["sync", "--all", "--mirror", address] + more
    let home = folder.url.path
    return try await onOwnThread {
      let run = try Run(
        try #require(BuiltProgram.path), words,
        environment: ["LC_ALL": "C.UTF-8", "HOME": home, "XDG_DATA_HOME": home + "/data"])
      return (run.wait(), run.standardOutput, run.standardError)
    }
  }

  private func publish(_ numbers: ClosedRange<Int>, on server: NginxServer) throws {
    try server.put(SyncTests.index(numbers), at: "rfc-index.txt")
    for number in numbers {
      try server.put(SyncTests.document(number), at: "rfc/rfc\(number).txt")
    }
  }

  private func bytes(_ number: Int) throws -> Data {
    try Data(contentsOf: library.appendingPathComponent("rfc\(number).txt"))
  }

  @Test func aShorterDocumentIsTakenWhenAPersonSaysSo() async throws {
    let server = try NginxServer()
    try publish(1...3, on: server)
    #expect(try await sync(server.address, "--into", library.path).code == 0)
    let shorter = SyncTests.document(2, lines: 20)
    try server.put(shorter, at: "rfc/rfc2.txt")
    let refused = try await sync(server.address, "--into", library.path)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("RFC 2: ") && refused.errors.contains("sync --replace"))
    #expect(try bytes(2) == SyncTests.document(2))
    #expect(try await sync(server.address, "--into", library.path, "--replace").code == 0)
    #expect(try bytes(2) == shorter)
  }

  @Test func whatWasDamagedIsFetchedAnew() async throws {
    let server = try NginxServer()
    try publish(1...4, on: server)
    #expect(try await sync(server.address, "--into", library.path).code == 0)
    // One that is much longer, and one of the same length.
    let grown = library.appendingPathComponent("rfc1.txt")
    try (try Data(contentsOf: grown) + Data(repeating: 65, count: 100_000)).write(to: grown)
    let silent = library.appendingPathComponent("rfc2.txt")
    var wrong = try Data(contentsOf: silent)
    wrong[50] ^= 1
    try wrong.write(to: silent)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: silent.path)

    let plain = try await sync(server.address, "--into", library.path)
    #expect(plain.code == 0, "\(plain.errors)")
    #expect(plain.output.hasPrefix("0 new, 2 changed, 3 unchanged"), "\(plain.output)")
    #expect(try bytes(1) == SyncTests.document(1))
    #expect(try bytes(2) == SyncTests.document(2))
    #expect(
      try await sync(server.address, "--into", library.path, "--verify").output
        .hasPrefix("0 new, 0 changed, 5 unchanged"))
  }

  /// What an earlier version has taken from a portal goes, however long it is.
  @Test func whatIsNoDocumentIsReplacedByOne() async throws {
    let server = try NginxServer()
    try publish(1...2, on: server)
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    try Data(repeating: 65, count: 1_000_000).write(to: library.appendingPathComponent("rfc1.txt"))
    let result = try await sync(server.address, "--into", library.path)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try bytes(1) == SyncTests.document(1))
  }

  /// A page that has the number in a sentence takes no document's place, and is in no document's way.
  @Test func whatOnlyMentionsADocumentReplacesNone() async throws {
    let server = try NginxServer()
    try publish(1...2, on: server)
    #expect(try await sync(server.address, "--into", library.path).code == 0)
    let words = String(repeating: "Come back when the work on it is done. ", count: 200)
    let page = Data("Sorry, RFC 1 cannot be shown.\n\(words)\nWrite to joe@example.org\n".utf8)
    try server.put(page, at: "rfc/rfc1.txt")
    let result = try await sync(server.address, "--into", library.path)
    #expect(result.code == 1)
    #expect(result.errors.contains("does not call itself RFC 1"), "\(result.errors)")
    #expect(try bytes(1) == SyncTests.document(1))
    // Where there is none, nobody can tell; the right one takes its place, though it is shorter.
    try FileManager.default.removeItem(at: library.appendingPathComponent("rfc1.txt"))
    #expect(try await sync(server.address, "--into", library.path, "--all").code == 0)
    #expect(try bytes(1) == page)
    try publish(1...2, on: server)
    #expect(try await sync(server.address, "--into", library.path).code == 0)
    #expect(try bytes(1) == SyncTests.document(1))
  }

  /// An index to which somebody has added is fetched anew, and does not say what the mirror must have.
  @Test func anIndexThatWasChangedFromOutsideIsFetchedAnew() async throws {
    let server = try NginxServer()
    try publish(1...2, on: server)
    #expect(try await sync(server.address, "--into", library.path).code == 0)
    let index = library.appendingPathComponent("rfc-index.txt")
    try SyncTests.index(1...9).write(to: index)
    let result = try await sync(server.address, "--into", library.path)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try Data(contentsOf: index) == SyncTests.index(1...2))
  }

  @Test func damagedAnswersAreToldOf() async throws {
    let server = try NginxServer()
    try publish(1...3, on: server)
    #expect(try await sync(server.address, "--into", library.path).code == 0)
    let database = library.appendingPathComponent(".answers/answers.db")
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database.path + ending)
    }
    try Data("this is no database".utf8).write(to: database)
    let second = try await sync(server.address, "--into", library.path)
    #expect(second.code == 0)
    #expect(second.errors.contains("answers.db.damaged"))
    #expect(second.output.hasPrefix("0 new, 0 changed, 4 unchanged"))
    let third = try await sync(server.address, "--into", library.path)
    #expect(!third.errors.contains("damaged"))
    let statuses = server.log.filter { $0.contains("/rfc/rfc") }.suffix(3)
    #expect(statuses.allSatisfy { $0.hasSuffix(" 304") }, "\(statuses)")
  }

  /// A password is neither shown nor in the name of a folder, and a library that has it there is found.
  @Test func aPasswordStaysWhereItIs() async throws {
    let server = try NginxServer()
    try publish(1...2, on: server)
    try FileManager.default.removeItem(at: server.content.appendingPathComponent("rfc/rfc2.txt"))
    try server.put(Data("nothing".utf8), at: "rfc/rfc1.txt")
    let place = "127.0.0.1:\(server.port)"
    let data = folder.url.appendingPathComponent("data/rfcviewer")
    let former = data.appendingPathComponent("joe_3ahunter2_40127.0.0.1_3a\(server.port)")
    try FileManager.default.createDirectory(at: former, withIntermediateDirectories: true)
    try SyncTests.document(2).write(to: former.appendingPathComponent("rfc2.txt"))
    let result = try await sync("http://joe:hunter2@\(place)")
    #expect(result.code == 1)
    #expect(result.errors.contains("http://\(place)/rfc/rfc1.txt"), "\(result.errors)")
    #expect(!(result.output + result.errors).contains("hunter2"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).count == 1)
    let kept = data.appendingPathComponent("127.0.0.1_3a\(server.port)/rfc2.txt")
    #expect(try Data(contentsOf: kept) == SyncTests.document(2))
  }

  @Test(arguments: ["http://..", "http://.", "http://../x"])
  func aMirrorThatLeadsOutOfTheFolderIsRefused(_ address: String) async throws {
    let result = try await sync(address)
    #expect(result.code == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/data/.answers"))
  }

  /// Real documents: all are taken as they are, and then nothing is sent again.
  @Test(.needsSharedData, .needs("xz", "tar")) func everyRealDocumentIsTaken() async throws {
    let server = try NginxServer()
    let data = try #require(Checkout.sharedData).appendingPathComponent("rfc/rfc-documents.tar.xz")
    let unpack = try Run("/usr/bin/env", ["tar", "-xJf", data.path, "-C", server.content.path])
    #expect(unpack.wait() == 0)
    let rfc = server.content.appendingPathComponent("rfc")
    let names = try FileManager.default.contentsOfDirectory(atPath: rfc.path)
      .filter { $0.hasSuffix(".txt") }
    #expect(names.count == 803)
    let numbers = names.compactMap { Int($0.dropFirst(3).dropLast(4)) }.sorted()
    try server.put(SyncTests.index(numbers), at: "rfc-index.txt")

    let first = try await sync(server.address, "--into", library.path)
    #expect(first.code == 0, "\(first.errors)")
    #expect(
      first.output.hasPrefix("804 new, 0 changed, 0 unchanged, 0 not on the mirror, 0 failed"))
    for name in names {
      let kept = try Data(contentsOf: library.appendingPathComponent(name))
      #expect(try Data(contentsOf: rfc.appendingPathComponent(name)) == kept, "\(name)")
    }
    // Those that end as none does are sent again, as nothing says that they are whole.
    let second = try await sync(server.address, "--into", library.path)
    #expect(second.code == 0)
    #expect(second.output.hasPrefix("0 new, 0 changed, 804 unchanged"))
    let sent = server.log.suffix(803).filter { $0.hasSuffix(" 200") }
    #expect(sent.count < 10, "\(sent)")
  }
}

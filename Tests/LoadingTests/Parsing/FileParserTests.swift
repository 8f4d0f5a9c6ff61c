import Dispatch
import Foundation
import HikidashiLoadingTesting
import TestSupport
import Testing

@testable import HikidashiLoading

/// Files that are loaded in parts, or by several loads at the same time.
@Suite struct FileParserTests {
  private let folder: ScratchFolder
  private let path: String
  private let head = ResponseHead(http: 200, headers: ["ETag": "\"1\"", "Content-Length": "10"])

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appendingPathComponent("file").path
  }

  /// Leaves what a body that broke off leaves.
  private func breakOff(after text: String) throws {
    var parser = FileParser(to: path)
    _ = parser.missingPart()
    _ = try parser.begin(head)
    _ = try parser.feed(Array(text.utf8))
  }

  private func rest(from start: Int, etag: String = "\"1\"") -> ResponseHead {
    ResponseHead(
      http: 206, headers: ["ETag": etag, "Content-Range": "bytes \(start)-9/10"])
  }

  @Test func theRestIsAskedForFromTheLastByteOn() throws {
    try breakOff(after: "01234")
    var parser = FileParser(to: path)
    #expect(parser.missingPart() == BodyRange(from: 4, unlessChangedSince: "\"1\""))
    _ = try parser.begin(rest(from: 4))
    _ = try parser.feed(Array("456789".utf8))
    #expect(try parser.finish() == FileParser.Loaded(path: path, byteCount: 10, resumedAt: 4))
    #expect(folder.read("file") == "0123456789")
    #expect(folder.read("file.part") == nil && folder.read("file.part-of") == nil)
  }

  /// As after a kill between the last byte and the renaming.
  @Test func aPartThatIsWholeIsNotTheEndOfIt() throws {
    try breakOff(after: "0123456789")
    var parser = FileParser(to: path)
    #expect(parser.missingPart() == BodyRange(from: 9, unlessChangedSince: "\"1\""))
    _ = try parser.begin(rest(from: 9))
    _ = try parser.feed(Array("9".utf8))
    #expect(try parser.finish().byteCount == 10)
    #expect(folder.read("file") == "0123456789")
  }

  @Test func aServerWithoutTheRestHasAllOfItLoadedAnew() throws {
    try breakOff(after: "01234")
    var parser = FileParser(to: path)
    #expect(parser.missingPart() != nil)
    #expect(throws: ParserError.self) { try parser.begin(ResponseHead(http: 416, headers: [:])) }
    #expect(folder.read("file.part") == nil)
    var next = FileParser(to: path)
    #expect(next.missingPart() == nil)
  }

  @Test func theRestOfSomethingElseIsRefused() throws {
    try breakOff(after: "01234")
    for head in [rest(from: 4, etag: "\"2\""), rest(from: 6)] {
      var parser = FileParser(to: path)
      _ = parser.missingPart()
      #expect(throws: ParserError.self) { try parser.begin(head) }
    }
    #expect(folder.read("file") == nil)
  }

  @Test func whatHasNoNameIsNotGoneOnWith() throws {
    var parser = FileParser(to: path)
    _ = try parser.begin(ResponseHead(http: 200, headers: [:]))
    _ = try parser.feed(Array("01234".utf8))
    parser = FileParser(to: path)
    #expect(parser.missingPart() == nil)
  }

  /// A load that was superseded may have a chunk in hand for a moment longer.
  @Test func theLastThatBeganHasTheFile() throws {
    try folder.write("old", to: "file")
    var first = FileParser(to: path)
    _ = try first.begin(head)
    _ = try first.feed(Array("aaaaa".utf8))
    var second = FileParser(to: path)
    // The other one is being written: it is not to be gone on with.
    #expect(second.missingPart() == nil)
    _ = try second.begin(head)
    _ = try second.feed(Array("01234".utf8))
    _ = try first.feed(Array("aaaaaaaaaaa".utf8))
    #expect(throws: ParserError.self) { try first.finish() }
    #expect(folder.read("file") == "old")
    _ = try second.feed(Array("56789".utf8))
    #expect(try second.finish().byteCount == 10)
    #expect(folder.read("file") == "0123456789")
  }

  @Test func ofManyAtTheSameMomentOneHasTheFile() {
    let ends = Collected<Bool>()
    DispatchQueue.concurrentPerform(iterations: 300) { [path, head] _ in
      var parser = FileParser(to: path)
      guard (try? parser.begin(head)) != nil, (try? parser.feed(Array("0123456789".utf8))) != nil
      else { return }
      ends.add((try? parser.finish()) != nil)
    }
    // Nobody failed to begin; who was overtaken has no file.
    #expect(ends.all.count == 300 && ends.all.contains(true))
    #expect(folder.read("file") == "0123456789")
  }

  @Test func whoGoesOnIsNotDisturbedByWhoBeginsAnew() throws {
    try breakOff(after: "01234")
    var first = FileParser(to: path)
    _ = first.missingPart()
    _ = try first.begin(rest(from: 4))
    var second = FileParser(to: path)
    #expect(second.missingPart() == nil)
    _ = try second.begin(head)
    _ = try second.feed(Array("9876543210".utf8))
    _ = try first.feed(Array("456789".utf8))
    #expect(throws: ParserError.self) { try first.finish() }
    _ = try second.finish()
    #expect(folder.read("file") == "9876543210")
  }

  @Test func anAttemptGoesOnWhereTheOneBeforeBrokeOff() async throws {
    let world = TestWorld { request in
      let script = TransferScript(
        status: request.range == nil ? 200 : 206,
        headers: request.range == nil
          ? ["ETag": "\"1\""] : ["ETag": "\"1\"", "Content-Range": "bytes 4-9/10"],
        text: request.range == nil ? "0123456789" : "456789")
      return request.range == nil ? script.with(.reset(after: 5), for: request.target) : script
    }
    let load = world.connector.load(world.request(), parser: FileParser(to: path))
    await world.clock.waitForSleepers()
    world.clock.advance(by: .seconds(1))
    let loaded = try await load.value
    #expect(loaded == FileParser.Loaded(path: path, byteCount: 10, resumedAt: 4))
    #expect(folder.read("file") == "0123456789")
    #expect(
      world.transport.requests.map(\.range) == [
        nil, BodyRange(from: 4, unlessChangedSince: "\"1\""),
      ])
  }
}

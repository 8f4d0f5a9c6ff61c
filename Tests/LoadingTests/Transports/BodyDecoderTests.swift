import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// What is compressed is undone in any pieces, and known to be whole or not.
@Suite struct BodyDecoderTests {
  private struct Outcome: Equatable {
    var bytes: [UInt8] = []
    var isWhole = false
    var isBroken = false
  }

  /// Decodes pieces into rooms of a size.
  private func decode(
    _ pieces: [ArraySlice<UInt8>], _ coding: String, room size: Int = 1_000
  ) throws -> Outcome {
    let decoder = try #require(try BodyDecoder.of(["Content-Encoding": coding], limit: 1 << 20))
    var outcome = Outcome()
    var room = [UInt8](repeating: 0, count: size)
    do {
      for piece in pieces {
        piece.withUnsafeBytes { decoder.add($0) }
        var count = size
        while count == size {
          count = try room.withUnsafeMutableBytes { try decoder.read(into: $0) }
          outcome.bytes += room[..<count]
        }
        #expect(decoder.waitingCount == 0)
      }
    } catch is BodyDecoder.Problem {
      outcome.isBroken = true
    }
    outcome.isWhole = decoder.unfinished == nil
    return outcome
  }

  private func decode(_ bytes: [UInt8], _ coding: String) throws -> Outcome {
    try decode([bytes[...]], coding)
  }

  private let text = Array(HTTPTruncationTests.text[..<3_000])

  @Test(arguments: Compression.allCases)
  func anyPiecesAndRoomsGiveTheSame(compression: Compression) throws {
    let bytes = try compression.encode(text)
    let seed = testSeed()
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let whole = Outcome(bytes: text, isWhole: true)
    #expect(try decode(bytes, compression.coding) == whole)
    #expect(try decode(bytes.indices.map { bytes[$0...$0] }, compression.coding, room: 1) == whole)
    for _ in 0..<100 {
      var pieces: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        pieces.append(rest.prefix(.random(in: 1...200, using: &random)))
        rest = rest.dropFirst(pieces.last?.count ?? 0)
      }
      let room = Int.random(in: 1...5_000, using: &random)
      #expect(try decode(pieces, compression.coding, room: room) == whole, "seed \(seed)")
    }
  }

  @Test(arguments: Compression.allCases)
  func everyCutIsSeen(compression: Compression) throws {
    let bytes = try compression.encode(text)
    for count in 0..<bytes.count {
      let cut = try decode(Array(bytes[..<count]), compression.coding)
      guard !cut.isBroken, !cut.isWhole, text.starts(with: cut.bytes) else {
        Issue.record("a cut after \(count) bytes gave \(cut.bytes.count), whole: \(cut.isWhole)")
        return
      }
    }
  }

  @Test(arguments: Compression.allCases)
  func whatStandsBehindAStreamIsIgnored(compression: Compression) throws {
    let bytes = try compression.encode(text)
    let whole = Outcome(bytes: text, isWhole: true)
    let endings: [[UInt8]] = [
      [0], [10], [0, 0, 0, 0, 0, 0], Array("<html>".utf8), Array("PS: (no frame)".utf8),
      [0x1F, 0x00, 0x00], Array(repeating: 0xFF, count: 5_000),
    ]
    for ending in endings {
      #expect(try decode(bytes + ending, compression.coding) == whole, "\(ending.prefix(8))")
      let pieces = [bytes[...]] + ending.indices.map { ending[$0...$0] }
      #expect(try decode(pieces, compression.coding, room: 7) == whole, "\(ending.prefix(8))")
    }
  }

  @Test(arguments: [Compression.gzip, .zstd])
  func streamsFollowOneAnother(compression: Compression) throws {
    let (first, second) = (try compression.encode(text), try compression.encode([1, 2, 3]))
    let both = first + second
    let whole = Outcome(bytes: text + [1, 2, 3], isWhole: true)
    #expect(try decode(both, compression.coding) == whole)
    #expect(try decode(both.indices.map { both[$0...$0] }, compression.coding) == whole)
    #expect(try decode(both + [0, 0], compression.coding) == whole)
    for count in (first.count + 1)..<both.count {
      #expect(try !decode(Array(both[..<count]), compression.coding).isWhole, "after \(count)")
    }
    // A frame that is skipped, as zstd has them.
    if compression == .zstd {
      #expect(try decode(first + [0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 9, 9], "zstd").isWhole)
    }
  }

  /// With a checksum as good as that of gzip, a bit that is another is seen or harmless; without one
  /// nothing traps.
  @Test(arguments: Compression.allCases)
  func flippedBitsAreSeenOrHarmless(compression: Compression) throws {
    let text = Array(text[..<400])
    let bytes = try compression.encode(text)
    for bit in 0..<(bytes.count * 8) {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      let outcome = try decode(other, compression.coding)
      guard compression == .gzip, outcome.isWhole, outcome.bytes != text else { continue }
      Issue.record("bit \(bit) has gone unseen")
      return
    }
  }

  @Test func codingsAreUndoneInTheOrderOfTheirNames() throws {
    let once = try Compression.gzip.encode(text)
    let twice = try Compression.br.encode(once)
    let whole = Outcome(bytes: text, isWhole: true)
    #expect(try decode(twice, "gzip, br") == whole)
    #expect(
      try decode(twice.indices.map { twice[$0...$0] }, "GZIP,identity , br", room: 3) == whole)
    #expect(try decode(try Compression.zstd.encode(twice), "x-gzip, br, zstd") == whole)
    // The inner one is cut, and the outer one whole.
    let cut = try Compression.br.encode(Array(once.dropLast(5)))
    #expect(try !decode(cut, "gzip, br").isWhole)
    #expect(try !decode(Array(twice.dropLast()), "gzip, br").isWhole)
  }

  /// What one coding makes for another is in no body: it has a limit of its own.
  @Test func whatCodingsMakeOfEachOtherHasALimit() throws {
    let bomb = try Compression.gzip.encode([UInt8](repeating: 0, count: 3 << 20))
    let empty = try Compression.gzip.encode([])
    #expect(try decode(Compression.gzip.encode(empty + bomb), "gzip, gzip").isWhole)
    let zeros = try Compression.gzip.encode(empty + [UInt8](repeating: 0, count: 3 << 20))
    #expect(try decode(zeros, "gzip, gzip").isBroken)
  }

  @Test func whatNobodyCanUndoIsRefused() throws {
    #expect(try BodyDecoder.of([:], limit: 1 << 20) == nil)
    #expect(
      try BodyDecoder.of(
        ["Content-Encoding": "identity", "Transfer-Encoding": "chunked"], limit: 1 << 20) == nil)
    for coding in ["compress", "gzip, rot13", "gzip, gzip, gzip, gzip, gzip, gzip"] {
      #expect(throws: BodyDecoder.Problem.self) {
        _ = try BodyDecoder.of(["Content-Encoding": coding], limit: 1 << 20)
      }
    }
    #expect(try decode(Array("not at all".utf8), "gzip").isBroken)
    #expect(BodyDecoder.accepted == "gzip, deflate, br, zstd")
  }

  /// A window of 128 MB, which no sender may ask for: RFC 9659.
  @Test func aWindowThatIsTooLargeIsRefused() throws {
    #expect(try decode([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x88, 0x01, 0x00, 0x00], "zstd").isBroken)
    #expect(try decode([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x68, 0x01, 0x00, 0x00], "zstd").isWhole)
  }
}

/// Hashes bytes, with a seed of its own for every use: nobody can prepare texts whose hashes clash.
///
/// - Source: the scheme of multiplying 64 by 64 bits and folding the product is that of Wang Yi's
///   wyhash.
struct TextHash {
  private let seed: UInt64

  private static let first: UInt64 = 0xA076_1D64_78BD_642F
  private static let second: UInt64 = 0xE703_7ED1_A0B4_28DB

  init(seed: UInt64) { self.seed = seed }

  /// Reads up to fifteen bytes behind the text: ``TextChunk/slack``.
  @inline(__always)
  func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(text.count)
    guard let start = text.baseAddress else { return Self.fold(hash ^ Self.first, Self.second) }
    let bytes = UnsafeRawPointer(start)
    var place = 0
    while text.count - place > 16 {
      hash = Self.fold(
        Self.word(bytes, place) ^ Self.first, Self.word(bytes, place + 8) ^ hash)
      place += 16
    }
    let rest = text.count - place
    let low = Self.word(bytes, place) & Self.mask(rest)
    let high = Self.word(bytes, place + 8) & Self.mask(rest - 8)
    return Self.fold(Self.fold(low ^ Self.first, high ^ hash) ^ Self.second, seed ^ Self.first)
  }

  @inline(__always)
  static func areEqual(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    first.count == second.count
      && TextPrefix.common(first, second, from: 0, limit: first.count) == first.count
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawPointer, _ place: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// The bytes of a word that belong to the text when `count` are left of it.
  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? ~0 : count <= 0 ? 0 : (1 << UInt64(count * 8)) - 1
  }

  /// Both halves of a product of 128 bits in one.
  @inline(__always)
  static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

/// The hashes of numbers that are different when the numbers are.
struct NumberHashes<Stream: KeyStream>: KeyStream {
  let stream: Stream
  let seed: UInt64

  var count: Int { stream.count }
  var parts: Int { stream.parts }

  /// - Source: the finalizer of Austin Appleby's MurmurHash3, which maps no two numbers to one.
  @inline(__always)
  func forEach(_ part: Int, _ body: (_ key: UInt64, _ position: UInt32) -> Void) {
    stream.forEach(part) { key, position in
      var hash = key ^ seed
      hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
      hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
      body(hash ^ (hash >> 33), position)
    }
  }
}

/// The hashes of the strings of a column, made anew each time that they are gone through.
struct TextHashes: KeyStream {
  private let source: TextSource
  private let hash: TextHash
  let count: Int
  let parts: Int

  /// - Parameter count: How many positions hold a value.
  init(_ source: TextSource, _ hash: TextHash, count: Int) {
    self.source = source
    self.hash = hash
    self.count = count
    parts = min(Parallel.parts(for: source.count), max(1, source.chunkCount))
  }

  @inline(__always)
  func forEach(_ part: Int, _ body: (_ key: UInt64, _ position: UInt32) -> Void) {
    for index in Parallel.range(part, of: parts, count: source.chunkCount)
    where index < source.chunks.count {
      let chunk = source.chunks[index]
      let first = UInt32(index << ChunkLayout.shift)
      source.forEachValue(inChunk: index) { place in
        body(hash.hash(chunk.bytes(at: place)), first &+ UInt32(truncatingIfNeeded: place))
      }
    }
  }
}

/// Where each part of a stream writes what it has for each bucket, so that all parts can write at
/// once and the items of a bucket keep their order.
struct BucketPlaces: ~Copyable {
  /// How many buckets there are.
  let buckets: Int
  private let places: Scratch<UInt32>

  /// Counts the keys of a stream, which is gone through once.
  @inline(__always)
  init(_ stream: some KeyStream, by digit: some KeyDigit) {
    buckets = digit.buckets
    let parts = stream.parts
    places = Scratch(repeating: 0, count: buckets * parts)
    let counts = places.start
    let width = buckets
    Parallel.run(parts) { part in
      let counts = counts + part * width
      stream.forEach(part) { key, _ in counts[digit.bucket(of: key)] &+= 1 }
    }
    var place: UInt32 = 0
    for bucket in 0..<width {
      for part in 0..<parts {
        let count = counts[part * width + bucket]
        counts[part * width + bucket] = place
        place &+= count
      }
    }
  }

  /// For each bucket the place that this part fills next; counted up by the caller.
  @inline(__always)
  func next(in part: Int) -> UnsafeMutablePointer<UInt32> { places.start + part * buckets }

  /// Where the buckets begin; to be asked before anything is written.
  func starts() -> [UInt32] { (0..<buckets).map { places.start[$0] } }
}

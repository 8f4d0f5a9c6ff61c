import Glibc

/// Finds a word in bytes by looking for its rarest byte with the system's `memchr`.
///
/// The system's own `memmem` is not visible to Swift.
struct ByteSearch {
  private let word: [UInt8]
  /// Which byte of the word is looked for first.
  private let probe: Int

  /// A search for `word`, nil when it is empty; `frequency` counts each byte in the text.
  init?(_ word: [UInt8], frequency: [Int] = []) {
    func count(_ byte: UInt8) -> Int {
      frequency.indices.contains(Int(byte)) ? frequency[Int(byte)] : 0
    }
    let rarest = word.indices.min { count(word[$0]) < count(word[$1]) }
    guard let probe = rarest else { return nil }
    self.word = word
    self.probe = probe
  }

  /// The offset of the first match that begins at `from` or later.
  ///
  /// - Complexity: O(*n* · *w*), in text nearly O(*n*) at the speed of memory.
  func first(in bytes: UnsafeBufferPointer<UInt8>, from: Int = 0) -> Int? {
    guard let base = bytes.baseAddress, from >= 0 else { return nil }
    var position = from + probe
    // The last place where the probe can stand with the rest of the word behind it.
    let last = bytes.count - (word.count - probe)
    let byte = Int32(word[probe])
    while position <= last, let hit = memchr(base + position, byte, last + 1 - position) {
      let found = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
      if memcmp(base + found - probe, word, word.count) == 0 { return found - probe }
      position = found + 1
    }
    return nil
  }
}

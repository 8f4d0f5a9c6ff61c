/// Limits how many ranges of one line are styled.
///
/// GTK counts letters from the beginning of a line for each range: in a text of a few megabytes without an
/// end of line that takes minutes, for what nobody can read anyway.
struct StyleRoom {
  /// Where lines end, in Unicode scalars.
  private let ends: [Int]
  private var taken: [Int: Int] = [:]

  /// Letters that may be counted for one line: a tenth of a second or so.
  private static let most = 20_000_000

  /// - Complexity: O(*n*) in the text.
  init(_ text: String) {
    var ends: [Int] = []
    var place = 0
    for byte in text.utf8 where byte & 0xC0 != 0x80 {
      if byte == 0x0A { ends.append(place) }
      place += 1
    }
    ends.append(place)
    self.ends = ends
  }

  /// Whether a range that begins there may be styled; then it counts.
  ///
  /// - Complexity: O(log *n*) in the lines.
  mutating func takes(_ place: Int) -> Bool {
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < place { low = middle + 1 } else { high = middle }
    }
    let length = ends[low] - (low > 0 ? ends[low - 1] : 0)
    let count = taken[low, default: 0] + 1
    taken[low] = count
    return count * length <= Self.most
  }
}

/// Finds the word that somebody meant who mistyped it.
enum NearestWord {
  /// The word that is the nearest to what was typed, of those that are near; nil where none is.
  ///
  /// Near is what one mistake away is, of five letters or more two: a letter that is wrong, missing, or
  /// too many, or two that changed places. The beginning of a single word is near, too, from three
  /// letters on.
  ///
  /// - Complexity: O(*n* · *m*²) in the words and their length.
  static func nearest(to typed: String, among words: [String]) -> String? {
    let typed = Array(typed.lowercased().prefix(64))
    guard typed.count > 1 else { return nil }
    let most = typed.count < 5 ? 1 : 2
    let distances = words.map { (word: $0, distance: distance(typed, Array($0.lowercased()))) }
    if let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= most {
      return best.word
    }
    let begun = words.filter { typed.count > 2 && $0.lowercased().hasPrefix(String(typed)) }
    return begun.count == 1 ? begun.first : nil
  }

  /// How many mistakes lie between two words.
  ///
  /// - Source: the optimal string alignment distance, after F. J. Damerau, “A technique for computer
  ///   detection and correction of spelling errors”, 1964.
  static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var now = [row + 1]
      for (column, wanted) in other.enumerated() {
        var cost = min(
          last[column] + (letter == wanted ? 0 : 1), last[column + 1] + 1, now[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        now.append(cost)
      }
      (beforeLast, last) = (last, now)
    }
    return last[other.count]
  }
}

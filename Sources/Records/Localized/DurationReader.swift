internal import HikidashiBase

/// Reads what a person types for a duration.
struct DurationReader {
  private let numbers: NumberFormat
  private let words: DurationWords

  /// A thousand years; more is a mistake.
  private static let most = 1_000 * 366 * 86_400_000.0

  init(language: String?) {
    numbers = NumberFormat(decimals: 0...9, language: language)
    let name = LocaleName.dates(language)
    words = knownWords.withLock { known in
      if let found = known[name] { return found }
      let made = DurationWords(language: language)
      known[name] = made
      return made
    }
  }

  func duration(_ text: String, unit: Duration) -> Duration? {
    var text = halfWidth(text)
    let isNegative = text.hasPrefix("-") || text.hasPrefix("−")
    if isNegative { text.removeFirst() }
    let milliseconds =
      text.contains(":") ? clockTime(text) : sum(text, unit: Double(unit.milliseconds))
    guard let milliseconds, milliseconds <= Self.most else { return nil }
    let duration = Duration.milliseconds(Int64(milliseconds.rounded()))
    return isNegative ? .zero - duration : duration
  }

  /// Hours, minutes and seconds between colons.
  private func clockTime(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { numbers.integer(String($0)) }
    guard parts.count <= 3 else { return nil }
    var sum = 0.0
    for (place, part) in parts.enumerated() {
      guard let part, part >= 0, place == 0 || part < 60 else { return nil }
      sum += Double(part) * Double(DurationWords.lengths[place + 1])
    }
    return sum
  }

  /// Numbers, each with its unit.
  private func sum(_ text: String, unit: Double) -> Double? {
    var rest = text[...]
    var sum = 0.0
    var last: Int64?
    var isFirst = true
    repeat {
      let number = takeNumber(&rest)
      let word = takeWord(&rest)
      if let number, word.isEmpty {
        // “1h30”: the next smaller unit; a number alone is in the unit of the entry.
        guard rest.isEmpty else { return nil }
        guard let last else { return isFirst ? number * unit : nil }
        guard let smaller = DurationWords.lengths.first(where: { $0 < last }) else { return nil }
        return sum + number * Double(smaller)
      }
      if let number, let length = words.units[word] {
        sum += number * Double(length)
        last = length
      } else if number == nil, let whole = words.wholes[word] {
        sum += Double(whole)
      } else {
        return nil
      }
      isFirst = false
    } while !rest.isEmpty
    return sum
  }

  private func takeNumber(_ rest: inout Substring) -> Double? {
    let digits = rest.prefix { $0.isNumber || [".", ",", "'", "’", "٫", "٬"].contains($0) }
    // A space may stand between thousands, as well as between a number and its unit.
    let spaced = rest.prefix { $0.isNumber || $0.isWhitespace || digits.contains($0) }
    for text in [spaced, digits] where !text.isEmpty {
      guard let number = numbers.double(String(text)), number >= 0 else { continue }
      rest = rest[text.endIndex...]
      return number
    }
    return nil
  }

  /// The next word, folded, with what joins it to the next number.
  private func takeWord(_ rest: inout Substring) -> String {
    let word = DurationWords.takeWord(&rest)
    let before = rest
    if !words.joints.contains(DurationWords.takeWord(&rest)) { rest = before }
    return word
  }
}

/// The words for durations in a language, as they are written for several numbers.
private struct DurationWords {
  /// Days, hours, minutes, seconds and milliseconds.
  static let lengths: [Int64] = [86_400_000, 3_600_000, 60_000, 1_000, 1]

  /// The milliseconds of a unit by its names, folded, beginning with abbreviations that are known everywhere.
  private(set) var units: [String: Int64] = [
    "d": lengths[0], "h": lengths[1], "hr": lengths[1], "hrs": lengths[1], "m": lengths[2],
    "min": lengths[2], "mins": lengths[2], "s": lengths[3], "sec": lengths[3],
    "secs": lengths[3], "ms": lengths[4],
  ]
  /// The milliseconds of words that have their number in them, as the dual of Arabic.
  private(set) var wholes: [String: Int64] = [:]
  /// What stands between a unit and the next number.
  private(set) var joints: Set<String> = []

  init(language: String?) {
    for isShort in [true, false] {
      let one = DurationFormat(units: 1, isShort: isShort, language: language)
      for (length, most) in zip(Self.lengths, [Int64.max, 24, 60, 60, 1_000]) {
        for count: Int64 in [1, 2, 3, 5, 11, 21] where count < most {
          let text = one.text(.milliseconds(length * count))
          let name = Self.words(of: text).joined()
          if text.contains(where: \.isNumber) {
            units[name] = length
          } else {
            wholes[name] = length * count
          }
        }
      }
    }
    for isShort in [true, false] {
      let several = DurationFormat(units: 4, isShort: isShort, language: language)
      // Three days, four hours, five minutes and six seconds.
      let words = Self.words(of: several.text(.seconds(273_906)))
      joints.formUnion(words.filter { units[$0] == nil && wholes[$0] == nil })
    }
    joints.remove("")
  }

  private static func words(of text: String) -> [String] {
    var rest = text[...]
    var words: [String] = []
    while !rest.isEmpty {
      rest = rest.drop(while: \.isNumber)
      words.append(takeWord(&rest))
    }
    return words.filter { !$0.isEmpty }
  }

  /// Takes a word, folded and without full stops, and the signs around it.
  static func takeWord(_ rest: inout Substring) -> String {
    func skip(_ signs: [Character]) {
      rest = rest.drop { $0.isWhitespace || signs.contains($0) }
    }
    let signs: [Character] = [",", "、", "،"]
    skip([])
    let word = rest.prefix { !$0.isNumber && !$0.isWhitespace && !signs.contains($0) }
    rest = rest[word.endIndex...]
    skip(signs)
    return String(
      decoding: WordFolding.folded(String(word.replacing(".", with: ""))), as: UTF8.self)
  }
}

/// The words by languages, of which an app has few. The dictionary is guarded.
private let knownWords = Guarded<[String: DurationWords]>([:])

/// The size of a piece of text, as a reader sees it.
struct ArticleWords {
  /// The words; two letters of a script without blanks are one.
  var words = 0
  /// The words that are within links.
  var linked = 0
  /// The commas and the ends of sentences.
  var marks = 0

  /// Counts a text. O(*n*) in its scalars.
  init(_ text: String, isLinked: Bool) {
    var halves = 0
    var isInWord = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0...0x20, 0x85, 0xA0, 0x2000...0x200B, 0x2028, 0x2029, 0x3000:
        isInWord = false
      case 0x21, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x60C, 0x61B, 0x61F, 0x6D4, 0x964,
        0x3001, 0x3002, 0xFF01, 0xFF0C, 0xFF0E, 0xFF1F:
        marks += 1
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF,
        0xF900...0xFAFF, 0x20000...0x3FFFF:
        halves += 1
        isInWord = false
      default:
        if !isInWord, Self.isLetter(scalar.value) {
          words += 1
          isInWord = true
        }
      }
    }
    words += (halves + 1) / 2
    if isLinked { linked = words }
  }

  /// Makes the size of nothing.
  init() {}

  /// Whether it begins a word; signs such as `|` and `•` between links begin none.
  private static func isLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0..<0xAA, 0xAB, 0xB7, 0xBB, 0x2010...0x206F, 0x2190...0x2BFF: false
    default: true
    }
  }

  static func += (left: inout Self, right: Self) {
    left.words += right.words
    left.linked += right.linked
    left.marks += right.marks
  }

  /// How much of it is within links, 0…1.
  var density: Double { words > 0 ? Double(linked) / Double(words) : 0 }

  /// Whether it reads as a paragraph: long, or with several marks, and with few links.
  var isStrong: Bool {
    density < 0.33 && (words >= 15 || words >= 8 && marks >= 2)
  }

  /// Its weight as a part of an article, in words.
  var mass: Double {
    guard density <= 0.5 else { return 0 }
    // Lines of menus and captions are short; one of a list may be, too.
    return Double(words - linked) * (isStrong ? 1 : 0.4)
  }
}

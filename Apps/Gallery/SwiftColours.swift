import Hikidashi

/// Finds what has a colour in Swift: enough for the pages of the gallery, which are all in one style.
struct SwiftColours {
  private static let keywords: Set<String> = [
    "actor", "as", "async", "await", "case", "catch", "class", "default", "defer", "do", "else",
    "enum",
    "extension", "false", "final", "for", "func", "guard", "if", "import", "in", "init", "internal",
    "is",
    "isolated", "lazy", "let", "nil", "nonisolated", "override", "private", "protocol", "public",
    "repeat",
    "return", "self", "Self", "some", "any", "static", "struct", "super", "switch", "throw",
    "throws",
    "true", "try", "var", "weak", "where", "while",
  ]

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private(set) var spans: [StyledRange] = []

  /// The ranges of a source that have a colour.
  static func spans(of source: String) -> [StyledRange] {
    var colours = SwiftColours(scalars: Array(source.unicodeScalars))
    while colours.place < colours.scalars.count { colours.takeNext() }
    return colours.spans
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private func begins(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    return scalars[place...].starts(with: wanted)
  }

  private mutating func takeNext() {
    let scalar = scalars[place]
    if begins("//") {
      take(.comment) { $0 != "\n" }
    } else if begins("\"\"\"") || begins("#\"") || scalar == "\"" {
      takeText()
    } else if scalar.properties.numericType != nil {
      take(.number) { $0.properties.numericType != nil || $0 == "." || $0 == "_" }
    } else if Self.isLetter(scalar) || scalar == "@" || scalar == "#" {
      takeWord()
    } else {
      place += 1
    }
  }

  private mutating func take(_ token: StyledRange.Token, while goesOn: (Unicode.Scalar) -> Bool) {
    let start = place
    place += 1
    while place < scalars.count, goesOn(scalars[place]) { place += 1 }
    spans.append(StyledRange(start..<place, .token(token)))
  }

  private mutating func takeWord() {
    let start = place
    place += 1
    while place < scalars.count,
      Self.isLetter(scalars[place]) || scalars[place].properties.numericType != nil
    {
      place += 1
    }
    var word = String.UnicodeScalarView()
    word.append(contentsOf: scalars[start..<place])
    let text = String(word)
    if Self.keywords.contains(text) || text.hasPrefix("@") || text.hasPrefix("#") {
      spans.append(StyledRange(start..<place, .token(.keyword)))
    } else if text.first?.isUppercase == true {
      spans.append(StyledRange(start..<place, .token(.type)))
    }
  }

  /// A text, of one line or of several; what is interpolated has its colour, too.
  private mutating func takeText() {
    let start = place
    let end = begins("\"\"\"") ? "\"\"\"" : begins("#\"") ? "\"#" : "\""
    place += begins("#\"") ? 2 : end.count
    while place < scalars.count, !begins(end) { place += scalars[place] == "\\" ? 2 : 1 }
    place = min(place + end.count, scalars.count)
    spans.append(StyledRange(start..<place, .token(.text)))
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_"
  }
}

internal import HikidashiValues

/// Names for fields from the header of a text, which may leave a column without one, give two the same, or hold characters
/// that no name of a field may have.
struct HeaderNames {
  /// As many as there are columns; each may be a field's name, and none is there twice.
  private(set) var names: [String] = []
  /// The words above the column where its name is another.
  private(set) var titles: [String?] = []

  /// The most bytes of UTF-8 that a name may have.
  private static let mostBytes = 63

  /// - Parameter titles: The words in the header.
  init(_ titles: [String]) {
    var taken: Set<String> = []
    // A header may be one name a million times.
    var numbers: [String: Int] = [:]
    // A name that is there once stays as it is.
    let clean = titles.map(Self.clean)
    let plain = clean.map { Self.cut($0, to: Self.mostBytes) }
    let wanted = Set(plain.map(asciiLowercased))
    for (index, name) in plain.enumerated() {
      let base = name.isEmpty ? "column\(index + 1)" : name
      var made = base
      var number = numbers[base] ?? 2
      while taken.contains(asciiLowercased(made))
        || (made != name && wanted.contains(asciiLowercased(made)))
      {
        let end = " \(number)"
        made = Self.cut(base, to: Self.mostBytes - end.utf8.count) + end
        number += 1
      }
      if number > 2 { numbers[base] = number }
      taken.insert(asciiLowercased(made))
      names.append(made)
      self.titles.append(clean[index].isEmpty || clean[index] == made ? nil : clean[index])
    }
  }

  /// A title without blanks around it and control characters.
  private static func clean(_ title: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in title.unicodeScalars {
      let properties = scalar.properties
      let isBlank = properties.generalCategory == .control || properties.isWhitespace
      if !isBlank {
        text.append(scalar)
      } else if let last = text.last, last != " " {
        text.append(" ")
      }
    }
    if text.last == " " { text.removeLast() }
    return String(text)
  }

  private static func cut(_ text: String, to bytes: Int) -> String {
    var text = text
    while text.utf8.count > bytes { text.removeLast() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}

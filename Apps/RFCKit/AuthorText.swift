/// What stands between two commas in a list of authors.
struct AuthorText {
  /// What is no author of its own but says something of the one before.
  enum Marker {
    case role, suffix
  }

  private let text: ByteSlice

  init(_ text: ByteSlice) {
    self.text = text
  }

  /// The author this is, whose role may hang on the name without a comma: `J. Drake Ed.`.
  var author: RFCAuthor {
    guard let last = text.last, last == UInt8(ascii: ".") || last == UInt8(ascii: "d") else {
      return RFCAuthor(name: name)
    }
    for ending in [" Ed.", ". Ed"] where text.count > 4 && text.suffix(4).string == ending {
      let name = text.dropLast(ending.utf8.count == 4 && last != UInt8(ascii: ".") ? 3 : 4)
      return RFCAuthor(name: Self.withoutStop(name).string, role: "Ed.")
    }
    // Where a list ends with two full stops by mistake, one is left over.
    let keeps = ["Jr.", "Sr.", "nc.", "al."].contains(text.suffix(3).string)
    return RFCAuthor(name: keeps ? text.string : Self.withoutStop(text).string)
  }

  /// The name as printed, but for two full stops behind an initial, which some lists have.
  private var name: String {
    let stop = UInt8(ascii: ".")
    let isDoubled = text.indices.dropFirst().contains { text[$0] == stop && text[$0 - 1] == stop }
    guard isDoubled else { return text.string }
    let kept = text.indices.filter {
      $0 == text.startIndex || text[$0] != stop || text[$0 - 1] != stop
    }
    return String(decoding: kept.map { text[$0] }, as: UTF8.self)
  }

  private static func withoutStop(_ text: ByteSlice) -> ByteSlice {
    text.last == UInt8(ascii: ".") ? text.dropLast() : text
  }

  var marker: Marker? {
    guard text.count <= 8, let first = text.first, "EeJSIW".utf8.contains(first) else { return nil }
    return switch text.string {
    case "Ed.", "Ed", "Eds.", "Eds", "ed.", "ed", "Editor", "Editors", "WG Chair": .role
    case "Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV": .suffix
    default: nil
    }
  }

  /// The marker as printed; the full stop at the end of a list may have been the marker's own.
  var markerText: String {
    let printed = text.string
    return ["Ed", "Eds", "ed", "Jr", "Sr"].contains(printed) ? printed + "." : printed
  }

  /// Whether this can stand in a list of authors: a person, a marker or an organization.
  var isAuthor: Bool {
    if isPerson || marker != nil { return true }
    guard let first = text.first, !isLetter(first) || isCapital(first) else { return false }
    return !Self.hasSentenceEnd(text)
  }

  /// Whether this reads as initials and a surname: `S.D. Crocker`, `J-F. Mule`, `RJ Atkinson`.
  var isPerson: Bool {
    var rest = text
    guard rest.count < 64 else { return false }
    while let after = Self.afterInitial(rest), !Self.isEditorMark(after) { rest = after }
    if rest.startIndex == text.startIndex {
      let capitals = rest.prefix(while: isCapital)
      guard 1...2 ~= capitals.count, rest.dropFirst(capitals.count).first == UInt8(ascii: " ")
      else {
        return false
      }
      rest = rest.dropFirst(capitals.count + 1)
      if let after = Self.afterInitial(rest) { rest = after }
    }
    guard let first = rest.first, isAlphanumeric(first), rest.count < 40 else { return false }
    return !Self.hasSentenceEnd(rest)
  }

  private static func isEditorMark(_ text: ByteSlice) -> Bool {
    text.count <= 3 && text.starts(with: "Ed".utf8)
  }

  /// What follows an initial such as `S.`, `JP.`, `J-F.` or `Y(J).`, or nil when there is none.
  private static func afterInitial(_ text: ByteSlice) -> ByteSlice? {
    let letters = text.prefix { isLetter($0) || $0 >= 0x80 }
    guard 1...4 ~= letters.count, let first = letters.first, !isLetter(first) || isCapital(first)
    else { return nil }
    var rest = text[letters.endIndex..<text.endIndex]
    if rest.first == UInt8(ascii: "-") {
      let more = rest.dropFirst().prefix { isLetter($0) || $0 >= 0x80 }
      guard 1...2 ~= more.count else { return nil }
      rest = rest[more.endIndex..<rest.endIndex]
    } else if rest.first == UInt8(ascii: "("), let close = rest.prefix(4).firstIndex(of: 0x29) {
      rest = rest[close + 1..<rest.endIndex]
    }
    guard rest.first == UInt8(ascii: ".") else { return nil }
    // Some lists have two full stops behind an initial by mistake.
    return rest.drop { $0 == UInt8(ascii: ".") }.drop { $0 == 0x20 || $0 == UInt8(ascii: "-") }
  }

  /// Whether a full stop ends a sentence inside a name; initials, `Jr.`, `St.` and `Ed.` do not.
  private static func hasSentenceEnd(_ text: ByteSlice) -> Bool {
    guard text.dropLast().contains(UInt8(ascii: ".")) else { return false }
    let words = text.string.split(separator: " ")
    for (word, next) in zip(words, words.dropFirst()) where word.hasSuffix(".") {
      let isInitial = word.utf8.count == 2 && word != words.first && words.count <= 4
      if isInitial || ["Jr.", "Sr.", "St.", "(Ed."].contains(word) || next == "Ed." || next == "Ed"
      {
        continue
      }
      return true
    }
    return false
  }
}

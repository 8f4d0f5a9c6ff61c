/// What stands between two commas in a list of authors.
struct AuthorText {
  /// What is no author of its own but says something of the one before.
  enum Marker {
    case role, suffix, others
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
    guard text.count <= 8, let first = text.first, "EeJSIW234".utf8.contains(first) else {
      return nil
    }
    let printed = text.string
    return switch printed {
    case "Ed.", "Ed", "Eds.", "Eds", "ed.", "ed", "Editor", "Editors", "WG Chair": .role
    case "et al.", "et al": .others
    default: Self.suffixes.contains(printed) ? .suffix : nil
    }
  }

  /// The marker as printed; the full stop at the end of a list may have been the marker's own.
  var markerText: String {
    let printed = text.string
    let isCut = ["Ed", "Eds", "ed", "Jr", "Sr", "et al"].contains(printed)
    return isCut ? printed + "." : printed
  }

  /// Whether this can stand in a list of authors: a person, a marker or an organization.
  var isAuthor: Bool {
    if isPerson || marker != nil { return true }
    guard let first = text.first, !isLetter(first) || isCapital(first) else { return false }
    return !Self.hasSentenceEnd(text)
  }

  /// Whether this reads as initials and a surname: `S.D. Crocker`, `J-F. Mule`, `RJ Atkinson`.
  var isPerson: Bool { surname != nil }

  /// The surname behind the initials, with the words that follow it; nil where they do not read as one.
  private var surname: ByteSlice? {
    var rest = text
    guard Self.letters(rest) < 64 else { return nil }
    while let after = Self.afterInitial(rest), !after.isEmpty, !Self.isEditorMark(after) {
      rest = after
    }
    if rest.startIndex == text.startIndex {
      guard let after = Self.afterCapitals(rest) else { return nil }
      rest = after
      while let after = Self.afterInitial(rest), !after.isEmpty { rest = after }
    }
    guard let first = rest.first, isAlphanumeric(first), Self.letters(rest) < 40 else { return nil }
    return Self.hasSentenceEnd(rest) ? nil : rest
  }

  /// How many characters there are, not bytes: a name may be of any script.
  private static func letters(_ text: ByteSlice) -> Int { text.count { $0 & 0xC0 != 0x80 } }

  private static func isEditorMark(_ text: ByteSlice) -> Bool {
    text.count <= 3 && text.starts(with: "Ed".utf8)
  }

  /// The text behind initials without a full stop such as `RJ` and `Y(J)`; nil where a name has none.
  private static func afterCapitals(_ text: ByteSlice) -> ByteSlice? {
    let capitals = text.prefix(while: isCapital)
    guard 1...2 ~= capitals.count else { return nil }
    var rest = text[capitals.endIndex..<text.endIndex]
    if rest.first == UInt8(ascii: "("), let close = rest.prefix(4).firstIndex(of: 0x29) {
      rest = rest[close + 1..<rest.endIndex]
    }
    return rest.first == UInt8(ascii: " ") ? rest.dropFirst() : nil
  }

  /// What follows an initial such as `S.`, `JP.`, `J-F.` or `Y(J).`, or nil when there is none.
  private static func afterInitial(_ text: ByteSlice) -> ByteSlice? {
    let letters = text.prefix { isLetter($0) || $0 >= 0x80 }
    guard 1...4 ~= letters.count, let first = letters.first, !isLetter(first) || isCapital(first),
      !letters.elementsEqual("St".utf8), !letters.elementsEqual("Ste".utf8)
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

extension AuthorText {
  private static let suffixes: Set<String> = [
    "Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV", "2nd", "3rd", "4th",
  ]
  /// The words that no surname has.
  private static let joiners: Set<Substring> = ["and", "of", "for", "the", "&"]
  /// What two capitals in front belong to where they are no initials: `IT Staff`.
  private static let groups: Set<Substring> = [
    "Agency", "Association", "Board", "Center", "Centre", "Commission", "Committee", "Council",
    "Department", "Division", "Forum", "Foundation", "Group", "Institute", "Laboratories",
    "Laboratory", "Office", "Organization", "Secretariat", "Society", "Staff", "Team", "University",
  ]

  /// The person this names, or nil where it names an organization.
  ///
  /// Initials are the words in front that read as such, the rest is the surname, and of the rest a
  /// last word such as `Jr.` the suffix.
  var person: RFCPersonName? {
    guard let surname else { return nil }
    // `Kavasseri (Ed. of this version)` is how one list says who edited.
    let rest = surname.prefix { $0 != UInt8(ascii: "(") }.string.split(separator: " ")
    var words = rest
    var suffix: String?
    if words.count > 1, let last = words.last, Self.suffixes.contains(String(last)) {
      suffix = String(words.removeLast())
    }
    if let last = words.last, last.hasSuffix(","), suffix != nil {
      words[words.count - 1] = last.dropLast()
    }
    let initials = text[text.startIndex..<surname.startIndex]
    let isGroup =
      !initials.contains(UInt8(ascii: ".")) && words.contains(where: Self.groups.contains)
    let name = words.joined(separator: " ")
    guard !name.isEmpty, !name.contains(","), !isGroup,
      !words.contains(where: Self.joiners.contains)
    else { return nil }
    return RFCPersonName(
      initials: initials.string.split(separator: " ").joined(separator: " "), surname: name,
      suffix: suffix, lastName: rest.joined(separator: " "))
  }

  /// The persons of `J. Doe and R. Roe`, which some lists have in place of a comma.
  var joined: [AuthorText] {
    guard person == nil,
      let start = text.indices.first(where: { text.starts(with: " and ", at: $0) })
    else { return [self] }
    let halves = [text[text.startIndex..<start], text[start + 5..<text.endIndex]].map(
      AuthorText.init)
    return halves.allSatisfy { $0.person != nil } ? halves : [self]
  }
}

/// Divides `Title. Authors.` where the full stop belongs to the title's end.
///
/// Both halves hold full stops, so the first place is taken at which everything behind it reads as a
/// list of authors that begins with a person (initials and a surname). Lists that begin with an
/// organization come second, and the last full stop is the last resort.
struct TitleDivision {
  private(set) var title: Range<Int>
  private(set) var authors: [RFCAuthor] = []
  /// Whether another place would have been possible as well.
  private(set) var isGuess = false

  private let text: [UInt8]

  /// Divides the bytes of `text` before `end`.
  init(_ text: [UInt8], end: Int) {
    self.text = text
    let last = end > 0 && text[end - 1] == UInt8(ascii: ".") ? end - 1 : end
    title = 0..<last
    let stops = Self.stops(in: text, before: last)
    for stop in stops {
      let pieces = Self.pieces(of: text, stop + 2..<last)
      if let first = pieces.first, isPerson(first), pieces.dropFirst().allSatisfy(isAuthor) {
        divide(at: stop, pieces)
        return
      }
    }
    for stop in stops {
      let pieces = Self.pieces(of: text, stop + 2..<last)
      if !pieces.isEmpty, pieces.allSatisfy(isAuthor) {
        isGuess = stops.count > 1
        let start = keepingTogether(stop)
        divide(at: start, pieces, from: start + 2)
        return
      }
    }
    if let stop = stops.last {
      isGuess = true
      divide(at: stop, Self.pieces(of: text, stop + 2..<last))
    }
  }

  private mutating func divide(at stop: Int, _ pieces: [Range<Int>], from start: Int? = nil) {
    title = 0..<stop
    for (position, piece) in pieces.enumerated() {
      let range = position == 0 ? (start ?? piece.lowerBound)..<piece.upperBound : piece
      add(String(decoding: text[range], as: UTF8.self), isMarker: Marker(text[piece]))
    }
  }

  private mutating func add(_ name: String, isMarker marker: Marker?) {
    guard let marker, let last = authors.indices.last else {
      return authors.append(Self.author(printed: name))
    }
    // The full stop of a marker at the very end is the one that ends the list.
    let printed = marker.takesFullStop && name.last != "." ? name + "." : name
    if marker == .suffix {
      authors[last].name += ", " + printed
    } else if let role = authors[last].role {
      authors[last].role = role + ", " + printed
    } else {
      authors[last].role = printed
    }
  }

  /// An author whose role may hang on the name without a comma: `J. Drake Ed.`, `W. Lee. Ed.`.
  private static func author(printed name: String) -> RFCAuthor {
    if name.hasSuffix(" Ed.") || name.hasSuffix(". Ed") {
      let rest = name.dropLast(name.hasSuffix(".") ? 4 : 3)
      return RFCAuthor(name: String(rest.last == "." ? rest.dropLast() : rest), role: "Ed.")
    }
    // Where a list ends with two full stops by mistake, one is left over.
    let isCut =
      name.hasSuffix(".") && ["Jr.", "Sr.", "Inc.", "al."].allSatisfy { !name.hasSuffix($0) }
    return RFCAuthor(name: isCut ? String(name.dropLast()) : name)
  }

  /// The one organization whose name has a full stop inside, in RFCs up to 598.
  private func keepingTogether(_ stop: Int) -> Int {
    let name: StaticString = ". network information center"
    let start = stop - name.utf8CodeUnitCount
    let follows = text.starts(with: ". stanford research institute", at: stop)
    return follows && text.starts(with: name, at: start) ? start : stop
  }
}

extension TitleDivision {
  /// What stands between commas but is no author of its own.
  private enum Marker {
    case role, chair, suffix

    init?(_ piece: ArraySlice<UInt8>) {
      guard piece.count <= 8 else { return nil }
      switch String(decoding: piece, as: UTF8.self) {
      case "Ed.", "Ed", "Eds.", "Eds", "ed.", "ed": self = .role
      case "Editor", "Editors", "WG Chair": self = .chair
      case "Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV": self = .suffix
      default: return nil
      }
    }

    var takesFullStop: Bool { self == .role }
  }

  /// The positions of full stops with a blank behind them.
  private static func stops(in text: [UInt8], before end: Int) -> [Int] {
    guard end > 1 else { return [] }
    return (0..<end - 1).filter {
      text[$0] == UInt8(ascii: ".") && text[$0 + 1] == UInt8(ascii: " ")
    }
  }

  private static func pieces(of text: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    guard range.lowerBound < range.upperBound else { return [] }
    return text.items(in: range).map(\.indices)
  }

  private func isAuthor(_ piece: Range<Int>) -> Bool {
    if isPerson(piece) || Marker(text[piece]) != nil { return true }
    guard let first = text[piece].first, !isLetter(first) || isCapital(first) else { return false }
    return Self.stops(in: text, before: piece.upperBound).allSatisfy { $0 < piece.lowerBound }
  }

  /// Whether the piece reads as initials and a surname: `S.D. Crocker`, `J-F. Mule`, `RJ Atkinson`.
  private func isPerson(_ piece: Range<Int>) -> Bool {
    var rest = text[piece]
    guard rest.count < 64 else { return false }
    var initials = 0
    while let after = Self.afterInitial(rest), !after.elementsEqual("Ed.".utf8) {
      rest = after
      initials += 1
    }
    if initials == 0 {
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

  /// What follows an initial such as `S.`, `JP.`, `J-F.` or `Y(J).`, or nil when there is none.
  private static func afterInitial(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = text
    let letters = rest.prefix { isLetter($0) || $0 >= 0x80 }
    guard 1...4 ~= letters.count, let first = letters.first, !isLetter(first) || isCapital(first)
    else { return nil }
    rest = rest[letters.endIndex...]
    if rest.first == UInt8(ascii: "-") {
      let more = rest.dropFirst().prefix { isLetter($0) || $0 >= 0x80 }
      guard 1...2 ~= more.count else { return nil }
      rest = rest[more.endIndex...]
    } else if rest.starts(with: "(".utf8), let close = rest.prefix(4).firstIndex(of: 0x29) {
      rest = rest[(close + 1)...]
    }
    guard rest.first == UInt8(ascii: ".") else { return nil }
    // Some lists have two full stops behind an initial by mistake.
    return rest.drop { $0 == UInt8(ascii: ".") }.drop { $0 == 0x20 || $0 == UInt8(ascii: "-") }
  }

  /// Whether a full stop ends a sentence inside a name; brackets and `Jr.`, `St.`, `Ed.` do not.
  private static func hasSentenceEnd(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.contains(UInt8(ascii: ".")) else { return false }
    let words = String(decoding: text, as: UTF8.self).split(separator: " ")
    for (word, next) in zip(words, words.dropFirst()) where word.hasSuffix(".") {
      if ["Jr.", "Sr.", "St.", "(Ed."].contains(word) || next == "Ed." || next == "Ed" { continue }
      return true
    }
    return false
  }
}

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

  private let text: ByteSlice
  private let end: Int

  /// Divides the bytes of `text` before `end`.
  init(_ text: ByteSlice, end: Int) {
    self.text = text
    self.end = end > 0 && text[end - 1] == UInt8(ascii: ".") ? end - 1 : end
    title = 0..<self.end
    if let stop = firstStop(where: { isPerson(at: $0 + 2) && hasAuthors(from: $0 + 2) }) {
      divide(at: stop)
    } else if let stop = firstStop(where: { hasAuthors(from: $0 + 2) }) {
      divide(at: keepingTogether(stop))
      isGuess = self.stop(after: 0) != stop
    } else if let stop = lastStop() {
      divide(at: stop)
      isGuess = true
    }
  }

  /// The next full stop with a blank behind it.
  private func stop(after position: Int) -> Int? {
    guard position < end - 1 else { return nil }
    return (position..<end - 1).first {
      text[$0] == UInt8(ascii: ".") && text[$0 + 1] == UInt8(ascii: " ")
    }
  }

  private func firstStop(where isRight: (Int) -> Bool) -> Int? {
    var next = stop(after: 0)
    while let stop = next {
      if isRight(stop) { return stop }
      next = self.stop(after: stop + 1)
    }
    return nil
  }

  private func lastStop() -> Int? {
    var last: Int?
    _ = firstStop {
      last = $0
      return false
    }
    return last
  }

  /// The author or marker that begins at `start`, up to a comma or the end.
  private func piece(from start: Int) -> Range<Int> {
    var last = start
    while last < end, text[last] != UInt8(ascii: ",") { last += 1 }
    return text.trimmingBlanks(start..<last)
  }

  private func isPerson(at start: Int) -> Bool { AuthorText(text[piece(from: start)]).isPerson }

  /// Whether all pieces from `start` on can be authors.
  private func hasAuthors(from start: Int) -> Bool {
    var next = start
    while next < end {
      let piece = piece(from: next)
      guard piece.isEmpty || AuthorText(text[piece]).isAuthor else { return false }
      next = max(next, piece.upperBound) + 1
    }
    return start < end
  }

  private mutating func divide(at stop: Int) {
    title = 0..<stop
    var next = stop + 2
    while next < end {
      let piece = piece(from: next)
      if !piece.isEmpty { add(AuthorText(text[piece])) }
      next = max(next, piece.upperBound) + 1
    }
  }

  private mutating func add(_ piece: AuthorText) {
    guard let marker = piece.marker, let last = authors.indices.last else {
      authors += piece.joined.map(\.author)
      return
    }
    let printed = piece.markerText
    // A person and others are several; an organization and others have one name.
    if marker == .others, authors[last].person != nil {
      authors.append(RFCAuthor(name: printed))
    } else if marker != .role {
      authors[last].name += ", " + printed
    } else if let role = authors[last].role {
      authors[last].role = role + ", " + printed
    } else {
      authors[last].role = printed
    }
  }

  /// The one organization whose name has a full stop inside, in RFCs up to 598.
  private func keepingTogether(_ stop: Int) -> Int {
    let name: StaticString = ". network information center"
    let start = stop - name.utf8CodeUnitCount
    let follows = text.starts(with: ". stanford research institute", at: stop)
    return follows && text.starts(with: name, at: start) ? start : stop
  }
}

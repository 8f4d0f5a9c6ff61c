internal import Hikidashi
internal import HikidashiStorage

/// A text in which the words that were looked for stand out.
struct MarkedText: Sendable, Equatable {
  private(set) var parts: [TextSnippet.Part]

  init(parts: [TextSnippet.Part]) { self.parts = parts }

  /// Marks words wherever they stand, whatever their case and accents.
  ///
  /// - Parameter words: Folded, as a search gives them.
  init(_ text: String, words: [String]) {
    let characters = Array(text)
    var bytes: [UInt8] = []
    var places: [Int] = []
    for (place, character) in characters.enumerated() {
      // One by one, so that each keeps its place.
      let folded = Self.folded(character)
      bytes += folded
      places += repeatElement(place, count: folded.count)
    }
    var isMarked = [Bool](repeating: false, count: characters.count)
    for word in words where !word.isEmpty {
      let word = Array(word.utf8)
      var start = 0
      while start + word.count <= bytes.count {
        guard bytes[start..<start + word.count].elementsEqual(word) else {
          start += 1
          continue
        }
        for place in places[start..<start + word.count] { isMarked[place] = true }
        start += word.count
      }
    }
    parts = []
    for (place, character) in characters.enumerated() {
      if parts.last?.isMatch == isMarked[place] {
        parts[parts.count - 1].text.append(character)
      } else {
        parts.append(TextSnippet.Part(String(character), isMatch: isMarked[place]))
      }
    }
  }

  private static func folded(_ character: Character) -> [UInt8] {
    guard let ascii = character.asciiValue else {
      return Array(WordIndex.words(of: String(character)).joined().utf8)
    }
    return [0x41...0x5A ~= ascii ? ascii + 0x20 : ascii]
  }

  /// Whether anything is marked.
  var hasMarks: Bool { parts.contains(where: \.isMatch) }

  /// The text without marks.
  var text: String { parts.map(\.text).joined() }

  /// For a label.
  var pieces: [Label.Piece] { parts.map { $0.isMatch ? .strong($0.text) : .text($0.text) } }

  /// As many characters as given, about, with the first mark among them; what is cut ends in an ellipsis.
  func around(_ most: Int) -> MarkedText {
    let all = text.count
    guard all > most else { return self }
    let before = parts.prefix { !$0.isMatch }.reduce(0) { $0 + $1.text.count }
    let start = before < most * 2 / 3 ? 0 : min(before - most / 3, all - most)
    var (skipped, left) = (start, most)
    var cut: [TextSnippet.Part] = start > 0 ? [TextSnippet.Part("…")] : []
    for part in parts {
      let rest = part.text.dropFirst(skipped)
      skipped -= min(skipped, part.text.count)
      let taken = rest.prefix(left)
      left -= taken.count
      if !taken.isEmpty { cut.append(TextSnippet.Part(String(taken), isMatch: part.isMatch)) }
    }
    if start + most < all { cut.append(TextSnippet.Part("…")) }
    return MarkedText(parts: cut)
  }
}

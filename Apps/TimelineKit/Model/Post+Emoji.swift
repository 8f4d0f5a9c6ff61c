extension Post {
  /// Where the emoji of the post stand in a text of it: `:blobcat:` for each that it has a picture of.
  ///
  /// ```swift
  /// for (range, emoji) in post.emoji(in: post.text) { show(emoji.address, inPlaceOf: range) }
  /// ```
  ///
  /// - Returns: The places, in Unicode scalars from the start, in their order, each with its colons. Words between
  ///   colons that the post has no picture of are left out.
  /// - Complexity: O(*n*) in letters.
  public func emoji(in text: String) -> [(range: Range<Int>, emoji: Emoji)] {
    guard !emoji.isEmpty, text.utf8.contains(UInt8(ascii: ":")) else { return [] }
    let known = Dictionary(emoji.map { ($0.code, $0) }) { first, _ in first }
    var found: [(range: Range<Int>, emoji: Emoji)] = []
    var open: Int?
    var code = ""
    for (place, scalar) in text.unicodeScalars.enumerated() {
      if scalar == ":" {
        if let start = open, let emoji = known[code] {
          found.append((start..<(place + 1), emoji))
          open = nil
        } else {
          open = place
        }
        code = ""
      } else if open != nil {
        // Codes have no blanks, and a colon before one begins none.
        if scalar.properties.isWhitespace { open = nil } else { code.unicodeScalars.append(scalar) }
      }
    }
    return found
  }
}

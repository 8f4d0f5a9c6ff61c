import HikidashiStorage

/// The changes of an index of words, each known by its number.
enum TextIndexWork {
  private static let keys = 10

  /// Puts a document in place of the one ten numbers before.
  static func change(_ index: TextIndex, number: Int) throws {
    let filling = (0..<200).map { "filling\($0 * number % 1_009)" }.joined(separator: " ")
    try index.put([
      IndexedText(
        key: "key\(number % keys)", version: "\(number)", title: "Title",
        passages: [
          IndexedPassage(
            heading: "Heading", body: "version\(number) " + filling, place: 0..<filling.utf8.count)
        ])
    ])
  }

  /// What is in the index after the changes before a number.
  static func versions(after number: Int) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (max(0, number - keys)..<number).map { ("key\($0 % keys)", "\($0)") })
  }
}

import Hikidashi

/// A thing of the collection, or a section of them: a file is a list of these.
///
/// ```json
/// [{ "name": "Shells", "things": [{ "name": "Scallop", "place": "Mutsu Bay", "year": 2011 }] }]
/// ```
struct Thing: Decodable, Sendable {
  var name: String
  /// Where it was found.
  var place: String?
  var year: Int?
  /// Markdown.
  var note: String?
  /// Only sections have them.
  var things: [Thing]?

  /// The things that the app brings along.
  static func samples() throws(ParserError) -> [Thing] {
    var parser = JSONParser<[Thing]>()
    _ = parser.feed(PackageResources.things_json)
    return try parser.finish()
  }

  /// Where and when it was found, in a line.
  var facts: String {
    [place, year.map { "\($0)" }].compactMap { $0 }.joined(separator: ", ")
  }

  /// What stands at the end of its row: how many things it has, or its year.
  var more: String { (things?.count ?? year).map { "\($0)" } ?? "" }

  /// Whether its texts have all words; case, width and accents do not count.
  func has(_ words: [String]) -> Bool {
    let text = WordIndex.words(of: "\(name) \(facts) \(note ?? "")").joined(separator: " ")
    return words.allSatisfy { text.contains($0) }
  }
}

/// At the next start its row is known by the names on the way to it.
extension Thing: CustomStringConvertible {
  var description: String { name }
}

extension Thing {
  /// The rows of a file.
  ///
  /// - Parameter isOpen: Whether sections are open until somebody closes them.
  static func outline(of things: [Thing], isOpen: Bool) -> Outline<Thing> {
    Outline { things.map { $0.node(isOpen: isOpen) } }
  }

  private func node(isOpen: Bool) -> Node<Thing> {
    Node(
      self, isSection: things != nil, isOpen: isOpen, isSelectable: things == nil,
      children: (things ?? []).map { $0.node(isOpen: isOpen) })
  }
}

internal import HikidashiValues

/// Tags in one text, with commas between them, or in a JSON list.
package enum TagText {
  /// The signs that a person types between tags.
  package static let separators: Set<Character> = [",", "、", "，", ";", "\n"]

  /// The tags of a text, each once, without spaces around them.
  package static func tags(_ text: String) -> [String] {
    distinct(text.split { separators.contains($0) }.map(String.init))
  }

  /// The same tags, each once, without spaces around them and without empty ones.
  package static func distinct(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.map(trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// The tags as one text.
  package static func text(_ tags: [String]) -> String { tags.joined(separator: ", ") }

  /// The tags of JSON; nil where it is no list of texts.
  package static func tags(json: String) -> [String]? {
    guard let node = try? JSONNode(parsing: json), case .array(let nodes) = node.kind else {
      return nil
    }
    var tags: [String] = []
    for node in nodes {
      guard case .string(let tag) = node.kind else { return nil }
      tags.append(tag)
    }
    return tags
  }

  /// The tags as JSON.
  package static func json(_ tags: [String]) -> String {
    "[" + tags.map(JSONText.quoted).joined(separator: ",") + "]"
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

import Hikidashi

/// Sections and rows that are written in JSON.
///
/// ```json
/// { "tree": [
///   { "title": "Mammals", "isOpen": true, "children": [
///     { "title": "Dog", "subtitle": "Barks", "icon": "face-smile-symbolic" } ] } ] }
/// ```
///
/// What has children is a section, also where there are none yet. Rows are known by the titles on the
/// way to them.
struct TreeDefinition {
  let outline: Outline<TreeRow>
  /// Whether any row has an icon, so that all leave room for one.
  let hasIcons: Bool

  init(_ bytes: [UInt8]) throws {
    var parser = JSONParser<DefinedTree>()
    _ = parser.feed(bytes)
    let nodes = try parser.finish().nodes
    outline = try Outline(nodes)
    var hasIcons = false
    outline.forEachNode { _, row in if row.icon != nil { hasIcons = true } }
    self.hasIcons = hasIcons
  }
}

/// What a row of a tree shows.
struct TreeRow: Equatable, Sendable {
  var title: String
  var subtitle: String?
  var icon: String?
}

extension TreeRow: CustomStringConvertible {
  var description: String { title }
}

// MARK: - JSON

private struct DefinedTree: Decodable, Sendable {
  let nodes: [Node<TreeRow>]

  init(from decoder: any Decoder) throws {
    let members = try decoder.members(known: ["tree"])
    nodes = try members.decode([DefinedNode].self, forKey: "tree").map(\.node)
  }
}

private struct DefinedNode: Decodable, Sendable {
  let node: Node<TreeRow>

  /// As deep as anybody reads; each level takes of the stack.
  private static let deepest = 64

  init(from decoder: any Decoder) throws {
    // The list and the place in it, at each level.
    guard decoder.codingPath.count <= 2 * Self.deepest else {
      throw decoder.refused(tr("there are more than {} levels", Self.deepest))
    }
    let members = try decoder.members(
      known: ["title", "subtitle", "icon", "isOpen", "children"])
    let children = try members.value([DefinedNode].self, "children")
    let isOpen = try members.value(Bool.self, "isOpen")
    guard isOpen == nil || children != nil else {
      throw decoder.refused(tr("only what has children can be open"), at: "isOpen")
    }
    let row = TreeRow(
      title: try members.decode(String.self, forKey: "title"),
      subtitle: try members.value(String.self, "subtitle"),
      icon: try members.value(String.self, "icon"))
    node = Node(
      row, isSection: children != nil, isOpen: isOpen ?? false, isSelectable: children == nil,
      children: children?.map(\.node) ?? [])
  }
}

extension Decoder {
  /// The members of an object that has no others than these.
  fileprivate func members(known: [String]) throws -> KeyedDecodingContainer<AnyKey> {
    let members = try container(keyedBy: AnyKey.self)
    let unknown = members.allKeys.filter { !known.contains($0.stringValue) }
    if let key = unknown.min(by: { $0.stringValue < $1.stringValue }) {
      let names = known.joined(separator: ", ")
      throw refused(tr("the key is not known; there are {}", names), at: key)
    }
    return members
  }

  fileprivate func refused(_ reason: String, at key: AnyKey? = nil) -> DecodingError {
    let path = key.map { codingPath + [$0] } ?? codingPath
    return .dataCorrupted(.init(codingPath: path, debugDescription: reason))
  }
}

extension KeyedDecodingContainer<AnyKey> {
  /// What a key has, nil where it is not given; null is no value.
  fileprivate func value<Value: Decodable>(_ type: Value.Type, _ key: AnyKey) throws -> Value? {
    contains(key) ? try decode(type, forKey: key) : nil
  }
}

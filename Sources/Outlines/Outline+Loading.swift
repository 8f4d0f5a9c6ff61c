extension NodeID {
  /// The id of the row that stands for the children of `parent` until they are there.
  public static func placeholder(under parent: NodeID) -> NodeID {
    NodeID(parent: parent, text: placeholderText)
  }

  /// What a placeholder's id is derived from: no text that an item is likely to have.
  static let placeholderText = "\u{0}children to come"
}

/// Children that are loaded when a person asks for them. Until then one row stands for them: a
/// placeholder, which holds its parent's item and cannot be selected.
///
/// ```swift
/// var files = try Outline([Node("Pictures", id: 1, loadsChildren: true)])
/// files.open(1)  // a row that says “Loading”
/// try files.setChildren([Node("Holiday.jpg", id: 2)], of: 1)
/// ```
extension Outline {
  /// Whether a node only stands for children that are to come.
  public func isPlaceholder(_ id: NodeID) -> Bool {
    parent(of: id).map { NodeID.placeholder(under: $0) == id } ?? false
  }

  /// Whether the children of `id` are to come.
  public func awaitsChildren(_ id: NodeID) -> Bool {
    contains(.placeholder(under: id)) && childCount(of: id) == 1
  }

  /// Replaces all below a node, and ends its waiting for children.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Throws: What ``Editor/insert(_:under:at:)`` throws; then nothing has changed.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func setChildren(
    _ nodes: [Node<Item>], of id: NodeID
  ) throws(OutlineError) -> RowChange? {
    let old = children(of: id) ?? []
    return try edit { (editor) throws(OutlineError) in
      for child in old { try editor.remove(child) }
      try editor.insert(nodes, under: id)
    }
  }

  /// Throws away what is below a node, to be loaded again when it is asked for.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Throws: ``OutlineError/unknownNode(_:)``.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func unloadChildren(of id: NodeID) throws(OutlineError) -> RowChange? {
    guard let item = item(of: id) else { throw .unknownNode(id) }
    guard !awaitsChildren(id) else { return nil }
    let old = children(of: id) ?? []
    let placeholder = Node(item, id: .placeholder(under: id), isSelectable: false)
    return try edit { (editor) throws(OutlineError) in
      for child in old { try editor.remove(child) }
      try editor.insert([placeholder], under: id)
    }
  }
}

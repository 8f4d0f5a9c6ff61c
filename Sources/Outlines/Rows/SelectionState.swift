/// How much of a node and of all below it is selected, counting only what can be selected and,
/// under a filter, only what passes it.
public enum SelectionState: Hashable, Sendable {
  /// Nothing.
  case off
  /// A part.
  case some
  /// Everything, and at least one node.
  case on
}

/// How many nodes can be selected at once.
public enum SelectionMode: Hashable, Sendable, Codable {
  /// None.
  case none
  /// At most one.
  case single
  /// Any number.
  case multiple
}

/// What a filter shows beside the nodes that match.
public enum FilterScope: Hashable, Sendable, Codable {
  /// The nodes above each match.
  case ancestors
  /// The nodes above each match, and all below it.
  case ancestorsAndDescendants
}

/// The scroll position of a list, given by the node at its top: made to be saved.
///
/// ```swift
/// let place = ScrollPlace(node: 42, offset: -12)  // the upper 12 pixels of node 42 are out of view
/// ```
public struct ScrollPlace: Codable, Hashable, Sendable {
  /// The first node in view.
  public var node: NodeID
  /// How far its upper edge lies below that of the view, in pixels; negative for one that begins
  /// above it.
  public var offset: Double

  /// - Parameters:
  ///   - node: The first node in view.
  ///   - offset: How far its upper edge lies below that of the view, in pixels.
  public init(node: NodeID, offset: Double = 0) {
    self.node = node
    self.offset = offset
  }
}

/// Where a row is placed in the view when the view scrolls to it.
public enum RowAlignment: Hashable, Sendable, Codable {
  /// As near as it is: one that is wholly in view stays where it is.
  case nearest
  /// Its upper edge at that of the view.
  case top
  /// Its upper edge at a third of the view, below some of what comes before it.
  case third
  /// In the middle.
  case center
  /// Its lower edge at that of the view.
  case bottom
}

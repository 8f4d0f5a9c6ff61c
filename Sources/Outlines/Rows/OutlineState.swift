/// What a person did to an ``Outline``: opened, closed and selected nodes. Made to be saved.
///
/// Nodes that were neither opened nor closed are not listed and follow their definitions, so
/// sections that are new at the next launch show as they were defined.
public struct OutlineState: Codable, Equatable, Sendable {
  /// The nodes that are open although defined closed, in outline order.
  public var opened: [NodeID]
  /// The nodes that are closed although defined open, in outline order.
  public var closed: [NodeID]
  /// The selected nodes, in outline order.
  public var selected: [NodeID]
  /// Where the next range of selected rows begins.
  public var anchor: NodeID?

  public init(
    opened: [NodeID] = [], closed: [NodeID] = [], selected: [NodeID] = [], anchor: NodeID? = nil
  ) {
    self.opened = opened
    self.closed = closed
    self.selected = selected
    self.anchor = anchor
  }
}

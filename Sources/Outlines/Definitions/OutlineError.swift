/// Why an outline, or a change to one, was refused.
public enum OutlineError: Error, Equatable, Sendable {
  /// Two nodes were given the same id.
  case duplicateID(NodeID, first: OutlinePlace, second: OutlinePlace)
  /// No node has this id.
  case unknownNode(NodeID)
  /// A child position that the parent (nil: the root) does not have.
  case indexOutOfRange(Int, childCount: Int, parent: NodeID?)
  /// A node cannot become its own descendant.
  case movedIntoItself(NodeID, under: NodeID)
  /// ``Outline/Assembler/close()`` was called with no node open, after that many nodes.
  case closedWithoutOpen(nodesBefore: Int)
  /// More nodes than an outline can hold.
  case tooManyNodes(limit: Int)
}

extension OutlineError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .duplicateID(let id, let first, let second):
      "node id \(id) is given twice, at \(first) and at \(second); give one of them another id"
    case .unknownNode(let id):
      "no node has the id \(id); it may have been removed, so ask contains(_:) first"
    case .indexOutOfRange(let index, let count, let parent):
      "there is no position \(index) among the \(count) children of "
        + "\(parent.map { "node \($0)" } ?? "the root"); use 0 to \(count)"
    case .movedIntoItself(let id, let target):
      "node \(id) cannot move under \(target), which is itself or lies below it; move \(target) out "
        + "first"
    case .closedWithoutOpen(let count):
      "close() was called after node number \(count) with no node open; call open(_:) before it"
    case .tooManyNodes(let limit):
      "an outline holds at most \(limit) nodes; split the data"
    }
  }
}

/// Where a node stands: the positions among siblings from its root down to itself, counted from 0.
public struct OutlinePlace: Hashable, Sendable, CustomStringConvertible {
  public var path: [Int]

  public init(path: [Int]) {
    self.path = path
  }

  /// The positions, as in `[2, 0, 5]`; the middle of a long way is left out.
  public var description: String {
    guard path.count > 16 else { return "\(path)" }
    let start = path.prefix(8).map(String.init).joined(separator: ", ")
    let end = path.suffix(7).map(String.init).joined(separator: ", ")
    return "[\(start), …, \(end)]"
  }
}

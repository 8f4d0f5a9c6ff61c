/// Sections and trees of any depth as a list of rows: what is open, selected and filtered, and which
/// row is which node.
///
/// An outline is a value. It knows nothing of drawing: every change returns the rows that it
/// concerns, ready for a list model.
///
/// ```swift
/// var animals = Outline {
///   Section("Mammals", open: true) { "Dog"; "Cat" }
///   Section("Fish") { "Tuna" }
/// }
/// animals.rowCount  // 4
/// let fish = animals.id(atRow: 3)
/// animals.open(fish)  // RowChange(position: 4, removed: 0, inserted: 1)
/// animals.row(at: 4).item  // "Tuna"
/// ```
///
/// With n nodes, row → node, node → row, opening and closing take O(log n) however many rows come
/// or go; making, filtering and editing an outline takes O(n). Copies are O(1); the first change
/// after a copy copies the parts it changes.
public struct Outline<Item: Sendable>: Sendable {
  /// The items by slot.
  @usableFromInline var items: [Item]
  var core: OutlineCore
  /// What the filter asks of new content, nil when there is none.
  var filterRule: FilterRule?

  struct FilterRule: Sendable {
    var predicate: @Sendable (NodeID, Item) -> Bool
    var scope: FilterScope
  }

  /// An outline without nodes.
  public init() {
    items = []
    core = OutlineCore()
  }

  init(items: [Item], core: OutlineCore) {
    self.items = items
    self.core = core
  }

  /// Makes an outline of `nodes`.
  ///
  /// - Throws: ``OutlineError/duplicateID(_:first:second:)`` when two nodes were given the same id,
  ///   ``OutlineError/tooManyNodes(limit:)`` beyond 2³¹ − 64 nodes.
  /// - Complexity: O(n).
  public init(_ nodes: [Node<Item>]) throws(OutlineError) {
    var assembler = Assembler()
    assembler.add(nodes)
    self = try assembler.finish()
  }

  /// Makes an outline of the nodes that `content` lists.
  ///
  /// Ids that are written out must differ: the same one twice is a mistake in the program, which
  /// stops with a message that names both places.
  ///
  /// - Complexity: O(n).
  public init(@OutlineBuilder<Item> _ content: () -> [Node<Item>]) {
    do throws(OutlineError) {
      self = try Outline(content())
    } catch {
      // The ids stand in the program's text, so nothing but the program can mend this.
      preconditionFailure(error.description)
    }
  }
}

extension Outline {
  /// How many nodes there are, visible or not.
  public var nodeCount: Int { core.nodeCount }

  /// Whether there are no nodes.
  public var isEmpty: Bool { nodeCount == 0 }
}

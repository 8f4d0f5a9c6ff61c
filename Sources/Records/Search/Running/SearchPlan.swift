/// A query prepared for the tables of one schema, with its fields looked up, and its bounds and
/// texts in the form that scans compare.
final class SearchPlan: TableCaches.Entry {
  let query: Query
  let root: Node
  let scans: [PlannedScan]
  /// The columns whose text is folded to be compared.
  let foldedColumns: Set<Int>

  /// A node of the plan, which decides which places of a chunk match.
  indirect enum Node: Sendable {
    /// The scan with this index.
    case scan(Int)
    case all([Node])
    case any([Node])
    case not(Node)
  }

  /// A test and the column that it tests.
  struct PlannedScan: Sendable {
    let scan: any Scan
    let column: Int
    /// The test as a search string.
    let text: String
  }

  /// - Throws: ``QueryError/foreignField(name:)``.
  init(_ query: Query, schema: Schema) throws(QueryError) {
    var builder = SearchPlanBuilder(schema)
    self.query = query
    root = try builder.node(query.node)
    scans = builder.scans
    let folding = scans.filter { ($0.scan as? TextMatchScan)?.folding != nil }
    foldedColumns = Set(folding.map(\.column))
  }

  /// A few hundred bytes are not worth counting.
  var allocatedBytes: Int { 0 }

  static let purpose = "search.plan"
}

/// Turns the tests of a query into scans.
struct SearchPlanBuilder {
  let schema: Schema
  private(set) var scans: [SearchPlan.PlannedScan] = []

  init(_ schema: Schema) { self.schema = schema }

  mutating func node(_ node: QueryNode) throws(QueryError) -> SearchPlan.Node {
    switch node {
    case .all(let nodes):
      let made = try self.nodes(joiningRanges(nodes))
      return .all(sorted(made))
    case .any(let nodes):
      let made = try self.nodes(nodes)
      return .any(sorted(made))
    case .not(let inner): return .not(try self.node(inner))
    case .test(let test, let field):
      guard let column = schema.index(of: field) else { throw .foreignField(name: field.name) }
      return leaf(test, field, column)
    }
  }

  private mutating func nodes(_ nodes: [QueryNode]) throws(QueryError) -> [SearchPlan.Node] {
    var made: [SearchPlan.Node] = []
    for node in nodes { made.append(try self.node(node)) }
    return made
  }

  /// Makes one range of a lower and an upper bound of the same field: it takes one pass, and an index
  /// finds less in it than in either.
  private func joiningRanges(_ nodes: [QueryNode]) -> [QueryNode] {
    var joined: [QueryNode] = []
    var open: [FieldDefinition: (place: Int, range: QueryRange)] = [:]
    for node in nodes {
      guard case .test(.within(let range), let field) = node else {
        joined.append(node)
        continue
      }
      if let other = open[field], (other.range.lower == nil) != (range.lower == nil),
        (other.range.upper == nil) != (range.upper == nil)
      {
        let both = QueryRange(
          lower: range.lower ?? other.range.lower, upper: range.upper ?? other.range.upper)
        joined[other.place] = .test(.within(both), field)
        open[field] = nil
      } else {
        open[field] = (joined.count, range)
        joined.append(node)
      }
    }
    return joined
  }

  /// The nodes with the cheapest first, so that the others examine fewer places.
  private func sorted(_ nodes: [SearchPlan.Node]) -> [SearchPlan.Node] {
    let costs = nodes.map(cost)
    return nodes.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { nodes[$0] }
  }

  private func cost(_ node: SearchPlan.Node) -> Double {
    switch node {
    case .scan(let index): scans[index].scan.cost
    case .all(let nodes), .any(let nodes): nodes.reduce(0) { $0 + cost($1) }
    case .not(let node): cost(node)
    }
  }

  private mutating func leaf(
    _ test: QueryTest, _ field: FieldDefinition, _ column: Int
  ) -> SearchPlan.Node {
    switch test {
    case .isNull: return .not(add(EveryScan(), .hasValue, field, column))
    case .hasValue: return add(EveryScan(), test, field, column)
    case .notEqual(let value):
      let scan = ScanChoice.equal([value], field).map { OtherScan(scan: $0) as any Scan }
      return add(scan ?? EveryScan(), test, field, column)
    default:
      guard let scan = ScanChoice.scan(test, field, column) else { return .any([]) }
      return add(scan, test, field, column)
    }
  }

  private mutating func add(
    _ scan: any Scan, _ test: QueryTest, _ field: FieldDefinition, _ column: Int
  ) -> SearchPlan.Node {
    let text = Query(test, field).description
    scans.append(SearchPlan.PlannedScan(scan: scan, column: column, text: text))
    return .scan(scans.count - 1)
  }
}

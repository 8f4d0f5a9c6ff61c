/// Tracks which nodes load their children, and which loads have failed, for a view.
///
/// A node whose children are wanted is loaded once at a time. A load that was cancelled, or whose
/// node has been loaded again since, ends without effect.
package struct ChildLoads: Sendable {
  /// One attempt to load the children of one node.
  package struct Ticket: Hashable, Sendable {
    package var node: NodeID
    var number: Int
  }

  package enum State: Hashable, Sendable {
    case loading
    case failed(String)
  }

  private var loading: [NodeID: Int] = [:]
  private var failures: [NodeID: String] = [:]
  private var latest = 0

  package init() {}

  /// The nodes that load now.
  package var nodes: some Collection<NodeID> { loading.keys }

  /// The state of a node's load; nil before the children are wanted, and once they are loaded.
  package func state(of node: NodeID) -> State? {
    if loading[node] != nil { return .loading }
    return failures[node].map { .failed($0) }
  }

  /// Notes that the placeholder row of a node is shown.
  ///
  /// - Returns: The load to start; nil when one goes on, or has failed and waits to be repeated.
  package mutating func wanted(_ node: NodeID) -> Ticket? {
    failures[node] == nil && loading[node] == nil ? start(node) : nil
  }

  /// Notes that the user asks for another attempt.
  ///
  /// - Returns: The load to start; nil unless the last one has failed.
  package mutating func retried(_ node: NodeID) -> Ticket? {
    failures.removeValue(forKey: node) == nil ? nil : start(node)
  }

  private mutating func start(_ node: NodeID) -> Ticket {
    latest += 1
    loading[node] = latest
    return Ticket(node: node, number: latest)
  }

  /// Notes that a load has ended; `failure` says why it failed, nil when it succeeded.
  ///
  /// - Returns: False when nobody waits for it any more.
  package mutating func ended(_ ticket: Ticket, failure: String? = nil) -> Bool {
    guard loading[ticket.node] == ticket.number else { return false }
    loading[ticket.node] = nil
    failures[ticket.node] = failure
    return true
  }

  /// Forgets the nodes for which `isWanted` is false: those that were closed or are gone. The next
  /// time they are opened they are loaded anew.
  ///
  /// - Returns: The nodes whose loads are to be cancelled.
  package mutating func keep(where isWanted: (NodeID) -> Bool) -> [NodeID] {
    let cancelled = loading.keys.filter { !isWanted($0) }
    for node in cancelled { loading[node] = nil }
    failures = failures.filter { isWanted($0.key) }
    return cancelled
  }
}

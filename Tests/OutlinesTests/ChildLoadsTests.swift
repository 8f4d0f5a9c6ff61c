import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiOutlines

@Suite struct ChildLoadsTests {
  @Test func aPlaceholderStandsForChildrenToCome() throws {
    var files = try Outline([
      Node("Pictures", id: 1, loadsChildren: true), Node("Notes", id: 2),
      Node("Music", loadsChildren: true),
    ])
    #expect(files.row(at: 0).hasChildren)
    #expect(files.awaitsChildren(1))
    #expect(files.awaitsChildren(NodeID(path: ["Music"])))
    #expect(!files.awaitsChildren(2))
    #expect(files.open(1) == RowChange(position: 1, removed: 0, inserted: 1))
    let row = files.row(at: 1)
    #expect(files.isPlaceholder(row.id))
    #expect(!files.isPlaceholder(1))
    #expect(row.item == "Pictures")
    #expect(!row.isSelectable)

    let nodes = [Node("Holiday", id: 10, loadsChildren: true), Node("Cat", id: 11)]
    #expect(try files.setChildren(nodes, of: 1) == RowChange(position: 1, removed: 1, inserted: 2))
    #expect(!files.awaitsChildren(1))
    #expect(files.awaitsChildren(10))
    #expect(try files.setChildren([], of: 10) == nil)
    #expect(!files.row(at: 1).hasChildren)
    #expect(try files.unloadChildren(of: 1) == RowChange(position: 1, removed: 2, inserted: 1))
    #expect(try files.unloadChildren(of: 1) == nil)
    #expect(files.awaitsChildren(1))
    #expect(throws: OutlineError.unknownNode(77)) { try files.unloadChildren(of: 77) }
    #expect(throws: OutlineError.unknownNode(77)) { try files.setChildren([], of: 77) }
    #expect(files.checkInvariants().isEmpty)
  }

  @Test func nodesWithTheSameIDAsOthersAreRefused() throws {
    var files = try Outline([Node("a", id: 1, loadsChildren: true), Node("b", id: 2)])
    #expect(throws: OutlineError.self) { try files.setChildren([Node("c", id: 2)], of: 1) }
    #expect(files.awaitsChildren(1))
  }

  @Test func aPlaceholderStaysWithItsParent() throws {
    var files = try Outline([
      Node("a", id: 1, isOpen: true, loadsChildren: true), Node("b", id: 2),
    ])
    let placeholder = NodeID.placeholder(under: 1)
    #expect(files.movable([placeholder]).isEmpty)
    #expect(files.move(placeholder, .outward) == nil)
    #expect(files.move(2, .inward) == nil)
    #expect(!files.allows(OutlineMove([2], under: 1, at: 0)))
    files.setFilter { _, text in text == "a" }
    #expect(files.row(of: placeholder) == 1)
  }

  /// Against a model that keeps what every load ever was.
  @Test func loadsEndOnceAndOnlyWhileSomebodyWaits() {
    enum Fate { case live, dead, failed }
    let seed = testSeed()
    print("loadsEndOnceAndOnlyWhileSomebodyWaits: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    var loads = ChildLoads()
    var tickets: [(ticket: ChildLoads.Ticket, fate: Fate)] = []
    for step in 0..<testSteps(3_000) {
      let node = NodeID(rawValue: UInt64.random(in: 1...4, using: &random))
      let live = tickets.firstIndex { $0.ticket.node == node && $0.fate == .live }
      let failed = tickets.firstIndex { $0.ticket.node == node && $0.fate == .failed }
      let context: Comment = "seed \(seed), step \(step)"
      #expect(
        loads.state(of: node)
          == (live != nil ? .loading : failed != nil ? .failed("no") : nil), context)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let ticket = loads.wanted(node)
        #expect((ticket != nil) == (live == nil && failed == nil), context)
        if let ticket { tickets.append((ticket, .live)) }
      case 1:
        let ticket = loads.retried(node)
        #expect((ticket != nil) == (failed != nil), context)
        if let failed { tickets[failed].fate = .dead }
        if let ticket { tickets.append((ticket, .live)) }
      case 2:
        guard let index = tickets.indices.randomElement(using: &random) else { break }
        let isFailure = Bool.random(using: &random)
        let counts = loads.ended(tickets[index].ticket, failure: isFailure ? "no" : nil)
        #expect(counts == (tickets[index].fate == .live), context)
        if counts { tickets[index].fate = isFailure ? .failed : .dead }
      default:
        guard Int.random(in: 0..<5, using: &random) == 0 else { break }
        let cancelled = loads.keep { $0 != node }
        #expect(cancelled == (live == nil ? [] : [node]), context)
        for index in tickets.indices where tickets[index].ticket.node == node {
          tickets[index].fate = .dead
        }
      }
    }
  }
}

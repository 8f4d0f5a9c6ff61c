import HikidashiPresentation
import HikidashiPresentationTesting
import Testing

/// A presenter finds what it has kept of an item that comes back, and loses it with the item.
@MainActor @Suite struct MemoryTests {
  private final class View {
    var rounds = 0
  }

  private final class Keeper: Presenter {
    weak var view: View?
    var shown: [String] = []

    func present<Item: Presentable>(_ showing: Showing<Item>) {
      let view = showing.memory as? View ?? View()
      view.rounds += 1
      showing.memory = view
      self.view = view
      shown.append("\(showing.item.name) \(view.rounds)")
      showing.presented()
    }

    func dismiss<Item: Presentable>(_ showing: Showing<Item>) { showing.dismissed() }
  }

  @Test func aViewIsFoundAgainAndFreedAtTheEnd() async throws {
    let keeper = Keeper()
    let queue = PresentationQueue(presenter: keeper, clock: ManualClock())
    let slow = try queue.enqueue(Note("slow"))
    while slow.state != .presented { await Task.yield() }
    let urgent = try queue.enqueue(Note("urgent")) {
      $0.priority = 1
      $0.interrupts = true
    }
    while urgent.state != .presented { await Task.yield() }
    urgent.cancel()
    _ = await urgent.ending
    while slow.state != .presented { await Task.yield() }
    #expect(keeper.shown == ["slow 1", "urgent 1", "slow 2"])
    #expect(keeper.view != nil)
    slow.cancel()
    _ = await slow.ending
    #expect(keeper.view == nil)
  }
}

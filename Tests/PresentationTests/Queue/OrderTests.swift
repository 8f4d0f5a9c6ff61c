import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import Observation
import Testing

/// What is shown first, what waits, and for what.
@Suite struct OrderTests {
  @Test func theGreaterPriorityGoesFirstAndThenTheOlder() async throws {
    let stage = Stage()
    stage.queue.suspend()
    for (name, priority) in [("a", 0), ("b", 1), ("c", 0), ("d", 1)] {
      try stage.ask(name) { $0.priority = priority }
    }
    stage.queue.resume()
    for name in ["b", "d", "a", "c"] {
      await stage.shows(name)
      await stage.presenter.close(name)
    }
    #expect(await stage.presenter.shown.isEmpty)
  }

  @Test func theNewestGoesFirstWhereThatIsTheRule() async throws {
    let stage = Stage([.toasts: ChannelRules(limit: 2, order: .lastInFirstOut)])
    stage.queue.suspend()
    for name in ["a", "b", "c"] { try stage.ask(name) { $0.channel = .toasts } }
    stage.queue.resume()
    await stage.shows("c", "b")
    await stage.presenter.close("c")
    await stage.shows("b", "a")
  }

  @Test func channelsAndScreensDoNotWaitForEachOther() async throws {
    let stage = Stage()
    try stage.ask("dialog")
    try stage.ask("left") { $0.channel = .toasts.on(screen: "left") }
    try stage.ask("right") { $0.channel = .toasts.on(screen: "right") }
    try stage.ask("behind") { $0.channel = .toasts.on(screen: "left") }
    await stage.shows("dialog", "left", "right")
    await stage.presenter.close("left")
    await stage.shows("dialog", "right", "behind")
  }

  @Test func aSuspendedChannelShowsNothingNewAndKeepsWhatItShows() async throws {
    let stage = Stage()
    try stage.ask("a")
    await stage.shows("a")
    stage.queue.suspend(.dialogs)
    let b = try stage.ask("b")
    try stage.ask("t") { $0.channel = .toasts }
    await stage.shows("a", "t")
    stage.queue.resume()  // of all: not of what is suspended by its own name
    await stage.presenter.close("a")
    #expect(b.state == .waiting)
    stage.queue.resume(.dialogs)
    await stage.shows("t", "b")
  }

  /// What is asked of a channel reaches the channels of its name on all windows.
  @Test func aChannelIsSuspendedResumedAndCancelledOnEveryScreen() async throws {
    let stage = Stage()
    stage.queue.suspend(.toasts)
    let left = try stage.ask("left") { $0.channel = .toasts.on(screen: "left") }
    try stage.ask("right") { $0.channel = .toasts.on(screen: "right") }
    try stage.ask("dialog")
    await stage.shows("dialog")
    stage.queue.resume(.toasts.on(screen: "left"))  // it is suspended by the name of all
    stage.queue.suspend(.toasts.on(screen: "right"))
    #expect(left.state == .waiting)
    stage.queue.resume(.toasts)
    await stage.shows("dialog", "left")
    stage.queue.resume(.toasts.on(screen: "right"))
    await stage.shows("dialog", "left", "right")

    let behind = try stage.ask("behind") { $0.channel = .toasts.on(screen: "right") }
    stage.queue.cancel(channel: .toasts.on(screen: "right"))
    #expect(await behind.ending.reason == .cancelled)
    await stage.shows("dialog", "left")
    stage.queue.cancel(channel: .toasts)
    #expect(await left.ending.reason == .cancelled)
    await stage.shows("dialog")
  }

  @Test func severalWaitForSeveral() async throws {
    let stage = Stage([.dialogs: ChannelRules(limit: 4)])
    let (a, b) = (try stage.ask("a"), try stage.ask("b"))
    let c = try stage.ask("c", after: [a, b])
    let d = try stage.ask("d", after: [a, b])
    let e = try stage.ask("e", after: [b, c, d])
    await stage.shows("a", "b")
    #expect(stage.queue.statuses.map(\.prerequisites) == [0, 0, 2, 2, 3])
    await stage.presenter.close("a")
    #expect(c.state == .waiting)
    await stage.presenter.answer("b", with: "yes")
    await stage.shows("c", "d")
    await stage.presenter.fail("c", "no window")
    d.cancel()
    // For whatever reason they have ended.
    await stage.shows("e")
    #expect(throws: PresentationError.notWaiting(name: "e")) { try e.add(after: [a]) }
  }

  @Test func whatWouldWaitForItselfIsRefused() throws {
    let stage = Stage()
    stage.queue.suspend()
    let a = try stage.ask("a")
    let b = try stage.ask("b", after: [a])
    let c = try stage.ask("c", after: [b, a])
    #expect(throws: PresentationError.cycle(["a", "a"])) { try a.add(after: [a]) }
    #expect(throws: PresentationError.cycle(["a", "b", "a"])) { try a.add(after: [b]) }
    #expect(throws: PresentationError.cycle(["b", "c", "b"])) { try b.add(after: [c]) }
    #expect(throws: PresentationError.self) { try a.add(after: [try stage.ask("d"), c]) }
    // What was refused has changed nothing.
    #expect(stage.queue.status(a.id)?.prerequisites == 0)
  }

  @Test func aConditionIsAGateAndNoLeash() async throws {
    let stage = Stage()
    let (first, second) = (Condition(true), Condition(false))
    let a = try stage.ask("a", when: [first, second])
    first.isMet = false
    second.isMet = true
    #expect(stage.queue.status(a.id)?.unmetConditions == 1)
    let b = try stage.ask("b")
    await stage.shows("b")
    first.isMet = true
    #expect(a.state == .waiting)
    await stage.presenter.close("b")
    await stage.shows("a")
    first.isMet = false
    #expect(a.state == .presented)
    #expect(await b.ending == .unanswered(.dismissed))
  }

  @Observable @MainActor final class Library {
    var isOpen = false
    var pages = 0
  }

  @MainActor @Test func whatAConditionReadsIsWatchedAsLongAsItReadsIt() async throws {
    let stage = Stage()
    let library = Library()
    var readings = 0
    let condition = Condition(observing: {
      readings += 1
      return library.isOpen && library.pages > 2
    })
    let item = try stage.ask("a", when: [condition])
    library.pages = 3  // not read yet, as the library is closed
    #expect(readings == 1)
    library.isOpen = true
    await stage.shows("a")
    #expect(readings == 2)
    stage.presenter.close("a")
    #expect(await item.ending == .unanswered(.dismissed))
    library.pages = 1
    #expect(await comesTrue { MainActor.assumeIsolated { !condition.isMet } })
    library.pages = 4
    #expect(await comesTrue { MainActor.assumeIsolated { condition.isMet } })
    #expect(readings == 4)
  }

  @Test func rulesMayChange() async throws {
    let stage = Stage()
    for name in ["a", "b", "c"] { try stage.ask(name) }
    await stage.shows("a")
    stage.queue.setRules(ChannelRules(limit: 3), of: .dialogs)
    await stage.shows("a", "b", "c")
    stage.queue.setRules(ChannelRules(limit: 1), of: .dialogs)
    let d = try stage.ask("d")
    await stage.presenter.close("a")
    await stage.presenter.close("b")
    #expect(d.state == .waiting)
    await stage.presenter.close("c")
    await stage.shows("d")
  }
}

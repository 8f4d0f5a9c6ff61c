import HikidashiPresentation
import HikidashiPresentationTesting
import Testing

/// What those learn who follow an item.
@Suite struct StatusesTests {
  private typealias Status = PresentationItem<String>.Status

  let stage = Stage()

  @Test func anItemIsFollowedThroughAnInterruptionToItsAnswer() async throws {
    let item = try stage.ask("low")
    var statuses = item.statuses.makeAsyncIterator()
    func next(_ isMeant: (Status) -> Bool) async -> Status? {
      while let status = await statuses.next() { if isMeant(status) { return status } }
      return nil
    }
    let shown = await next { $0.state == .presented }
    #expect(shown?.isInterrupted == false)
    let urgent = try stage.ask("high") {
      $0.priority = 1
      $0.interrupts = true
    }
    let back = await next { $0.isInterrupted }
    #expect(back?.state == .waiting)
    #expect(item.status == back)
    await stage.shows("high")
    urgent.cancel()
    let again = await next { $0.state == .presented }
    #expect(again?.isInterrupted == false)
    await stage.presenter.answer("low", with: "yes")
    let last = await next { $0.ending != nil }
    #expect(last?.state == .ended)
    #expect(last?.ending == .answered("yes"))
    #expect(await statuses.next() == nil)
  }

  @Test func whoComesLateIsToldTheLastOnce() async throws {
    let item = try stage.ask("a")
    await stage.shows("a")
    item.cancel()
    _ = await item.ending
    for _ in 0..<2 {
      var seen: [PresentationEnding<String>?] = []
      for await status in item.statuses { seen.append(status.ending) }
      #expect(seen == [.unanswered(.cancelled)])
    }
    #expect(item.status.state == .ended)
    #expect(item.status.ending == .unanswered(.cancelled))
  }

  @Test func whatWasNeverShownEndsForItsFollowersToo() async throws {
    stage.queue.suspend()
    let item = try stage.ask("a")
    let reading = Task {
      var seen: [Status] = []
      for await status in item.statuses { seen.append(status) }
      return seen
    }
    // Its first status may be missed, its last not.
    item.cancel()
    let seen = await reading.value
    #expect(seen.last?.ending == .unanswered(.cancelled))
    #expect(seen.allSatisfy { $0.state == .waiting || $0.state == .ended })
    #expect(seen.count { $0.state == .ended } == 1)
  }

  @Test func duplicatesAreFollowedAsOne() async throws {
    let first = try stage.ask("a") { $0.key = "k" }
    let second = try stage.ask("a") {
      $0.key = "k"
      $0.duplicates = .counted
    }
    await stage.shows("a")
    await stage.presenter.answer("a", with: "yes")
    for item in [first, second] {
      var last: Status?
      for await status in item.statuses { last = status }
      #expect(last?.ending == .answered("yes"))
    }
  }

  @Test func everyFollowerOfManyThreadsSeesTheEnd() async throws {
    let items = try (0..<50).map { try stage.ask("\($0)") }
    let ends = await withTaskGroup(of: Int.self) { group in
      for item in items {
        for _ in 0..<4 {
          group.addTask {
            var ends = 0
            for await status in item.statuses where status.ending != nil { ends += 1 }
            return ends
          }
        }
      }
      group.addTask { [queue = stage.queue] in
        while !queue.statuses.isEmpty {
          for status in queue.statuses { queue.cancel(status.id) }
          await Task.yield()
        }
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(ends == 200)
  }
}

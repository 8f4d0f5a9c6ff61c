import HikidashiPresentation
import HikidashiPresentationTesting
import Testing

/// What time does to what waits and to what is shown.
@Suite struct TimeTests {
  let stage = Stage()

  @Test func aMinimumHoldsBackTheProgram() async throws {
    let item = try stage.ask("a") { $0.minimum = .seconds(5) }
    await stage.shows("a")
    item.cancel()
    stage.clock.advance(by: .seconds(4))
    #expect(item.state == .presented)
    stage.clock.advance(by: .seconds(1))
    #expect(await item.ending == .unanswered(.cancelled))
    #expect(await stage.presenter.calls == [.present("a"), .dismiss("a")])
  }

  @Test func aMinimumHoldsBackNobodyElse() async throws {
    for ends in ["answer", "close"] {
      let item = try stage.ask("a") { $0.minimum = .seconds(5) }
      await stage.shows("a")
      if ends == "answer" {
        await stage.presenter.answer("a", with: "yes")
        #expect(await item.ending == .answered("yes"))
      } else {
        await stage.presenter.close("a")
        #expect(await item.ending == .unanswered(.dismissed))
      }
    }
  }

  @Test func whatWaitsTooLongIsNotShown() async throws {
    let first = try stage.ask("a")
    let late = try stage.ask("b") { $0.expiry = .seconds(5) }
    let patient = try stage.ask("c") { $0.expiry = .seconds(6) }
    await stage.shows("a")
    stage.clock.advance(by: .seconds(5))
    #expect(await late.ending == .unanswered(.expired))
    await stage.presenter.close("a")
    await stage.shows("c")
    stage.clock.advance(by: .seconds(60))  // what is shown expires no more
    #expect(patient.state == .presented)
    #expect(await first.ending == .unanswered(.dismissed))
  }

  @Test func whatWasInterruptedDoesNotExpireAndHasAllItsTimeAgain() async throws {
    let low = try stage.ask("low") {
      $0.expiry = .seconds(5)
      $0.minimum = .seconds(2)
      $0.maximum = .seconds(10)
    }
    await stage.shows("low")
    try stage.ask("high") {
      $0.priority = 1
      $0.interrupts = true
    }
    #expect(low.state == .presented)  // for its minimum
    stage.clock.advance(by: .seconds(2))
    await stage.shows("high")
    stage.clock.advance(by: .seconds(60))
    #expect(low.state == .waiting)
    await stage.presenter.close("high")
    await stage.shows("low")
    stage.clock.advance(by: .seconds(9))
    #expect(low.state == .presented)
    stage.clock.advance(by: .seconds(1))
    #expect(await low.ending == .unanswered(.timedOut))
  }

  @Test func whoInterruptsAndIsTakenBackLeavesNoTrace() async throws {
    let low = try stage.ask("low") { $0.minimum = .seconds(2) }
    await stage.shows("low")
    let high = try stage.ask("high") {
      $0.priority = 1
      $0.interrupts = true
    }
    high.cancel()
    #expect(await high.ending == .unanswered(.cancelled))
    stage.clock.advance(by: .seconds(2))
    await stage.presenter.answer("low", with: "yes")
    #expect(await low.ending == .answered("yes"))
    #expect(await stage.presenter.calls == [.present("low"), .dismiss("low")])
  }

  @Test func aGapIsKeptAfterWhateverWasShown() async throws {
    let stage = Stage([.dialogs: ChannelRules(gap: .seconds(2))])
    try stage.ask("a")
    let b = try stage.ask("b")
    await stage.shows("a")
    await stage.presenter.fail("a", "no window")
    #expect(stage.log.count == 1)
    stage.clock.advance(by: .seconds(1))
    #expect(b.state == .waiting)
    stage.clock.advance(by: .seconds(1))
    await stage.shows("b")
  }

  @Test func lengthsBeyondMeasureDoNoHarm() async throws {
    let forever = Duration.seconds(Int64.max)
    let stage = Stage([.dialogs: ChannelRules(limit: .min, gap: forever)])
    let item = try stage.ask("a") {
      $0.expiry = forever
      $0.minimum = forever
      $0.maximum = forever
      $0.priority = .max
    }
    await stage.shows("a")
    try stage.ask("b")
    await stage.presenter.close("a")
    #expect(await item.ending == .unanswered(.dismissed))
    #expect(stage.queue.statuses.map(\.state) == [.waiting])
  }
}

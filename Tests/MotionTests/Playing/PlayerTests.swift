import HikidashiBase
import HikidashiMotion
import Testing

/// What the documentation says of players, one by one.
@MainActor @Suite struct PlayerTests {
  /// What hooks were called with, in words.
  private final class Calls {
    var list: [String] = []

    func take() -> [String] {
      defer { list = [] }
      return list
    }
  }

  private let clock = ManualClock()
  private let calls = Calls()

  private func told(_ element: Element) -> Element {
    let calls = calls
    let hook: SceneHook = { call in
      let what =
        switch call.event {
        case .made: "made"
        case .started: "+"
        case .repeated(let pass): "\(pass)"
        case .ended: "-"
        }
      calls.list.append("\(call.element)\(what)")
    }
    return element.onStart(hook).onRepeat(hook).onEnd(hook)
  }

  private func second(_ id: String) -> Element {
    told(Element(.text(id), id: id).fade(from: 0, to: 1, over: 1))
  }

  private func step(_ player: Player, _ milliseconds: Int) -> [String] {
    clock.advance(by: .milliseconds(milliseconds))
    player.advance()
    return calls.take()
  }

  @Test func aSceneIsPlayedToItsEnd() async throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a").repeats(2)
        second("b")
      }
    }
    let player = Player(scene, clock: clock)
    #expect(player.state == .idle)
    let playback = player.play()
    #expect(calls.take() == ["a+"])
    #expect(step(player, 500) == [])
    #expect(player.time == 0.5)
    #expect(step(player, 500) == ["a1"])
    #expect(step(player, 1_000) == ["a-", "b+"])
    #expect(playback.ending == nil)
    #expect(step(player, 5_000) == ["b-"])
    #expect(player.state == .ended(.finished))
    #expect(await playback.waitForEnding() == .finished)
    #expect(player.time == 3)
    #expect(
      player.log(of: "a") == [
        PlayerLogEntry(event: .started, time: 0), PlayerLogEntry(event: .repeated(1), time: 1),
        PlayerLogEntry(event: .ended, time: 2),
      ])
  }

  @Test func framesThatAreDroppedLeaveNoHookOut() throws {
    let scene = try Scene {
      SceneGroup(.stagger(0.25)) {
        second("a").repeats(3)
        second("b")
      }
    }
    let player = Player(scene, clock: clock)
    player.play(repeat: 2)
    #expect(calls.take() == ["a+"])
    #expect(
      step(player, 10_000)
        == ["b+", "a1", "b-", "a2", "a-", "a+", "b+", "a1", "b-", "a2", "a-"])
  }

  @Test func whatEndsWithARoundByARoundingLaterHasEndedInIt() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a").lasts(0.3)
        told(Element(.text(""), id: "b")).fade(from: 0, to: 1, over: 0.4, delay: 0.2)
      }
    }
    let player = Player(scene, clock: clock)
    player.play(repeat: 2)
    _ = step(player, 500)
    _ = calls.take()
    #expect(step(player, 500) == ["b-", "a+"])
  }

  @Test func seekingLooksAtTheNewPlaceAlone() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a")
        second("b")
        second("c").repeats(2)
      }
    }
    let player = Player(scene, clock: clock)
    player.play()
    player.seek(to: 2.5)
    #expect(calls.take() == ["a+", "a-", "c+"])
    player.seek(to: 3.5)
    #expect(calls.take() == ["c1"])
    player.seek(to: 0.5)
    #expect(calls.take() == ["c-", "a+"])
    player.cancel()
    player.seek(to: 1.5)
    #expect(calls.take() == [])
    #expect(player.time == 1.5)
  }

  @Test func backwardsAnElementBeginsAtItsEnd() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a").repeats(2)
        second("b")
      }
    }
    let player = Player(scene, clock: clock)
    player.rate = -1
    player.play()
    #expect(player.time == 3)
    #expect(step(player, 500) == ["b+"])
    #expect(step(player, 1_000) == ["b-", "a+"])
    #expect(step(player, 1_000) == ["a0"])
    #expect(step(player, 1_000) == ["a-"])
    #expect(player.state == .ended(.finished))
  }

  @Test func theRateMayChangeAtAnyTime() throws {
    let player = Player(try Scene { second("a") }, clock: clock)
    player.play()
    _ = step(player, 250)
    player.rate = 2
    _ = step(player, 250)
    #expect(player.time == 0.75)
    player.rate = 0
    _ = step(player, 5_000)
    #expect(player.time == 0.75)
    player.rate = .nan
    #expect(player.rate == 0)
    player.rate = -0.5
    _ = step(player, 500)
    #expect(player.time == 0.5)
  }

  @Test func whatHasNoLengthBeginsAndEndsAtOnce() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        told(Element(.text(""), id: "first"))
        second("a")
        told(Element(.text(""), id: "last"))
      }
    }
    let player = Player(scene, clock: clock)
    player.play()
    #expect(calls.take() == ["first+", "first-", "a+"])
    #expect(step(player, 1_000) == ["a-", "last+", "last-"])
    player.rate = -1
    player.play()
    #expect(step(player, 2_000) == ["last+", "last-", "a+", "first+", "first-", "a-"])
    let still = try Scene { told(Element(.text(""), id: "still")) }
    let playback = Player(still, clock: clock).play()
    #expect(calls.take() == ["still+", "still-"])
    #expect(playback.ending == .finished)
  }

  @Test func aPlaybackHasOneEnding() throws {
    let player = Player(try Scene { second("a") }, clock: clock)
    let first = player.play()
    let next = player.play()
    #expect(first.ending == .replaced)
    _ = step(player, 500)
    _ = calls.take()
    player.cancel()
    #expect(next.ending == .cancelled)
    #expect(calls.take() == [])
    player.cancel()
    let third = player.play()
    _ = step(player, 2_000)
    player.cancel()
    #expect(third.ending == .finished)
    #expect((first.ending, next.ending) == (.replaced, .cancelled))
  }

  @Test func aPlaybackEndsWithItsPlayer() throws {
    var player: Player? = Player(try Scene { second("a") }, clock: clock)
    let playback = player?.play()
    player = nil
    #expect(playback?.ending == .cancelled)
  }

  @Test func hooksMayCallThePlayer() throws {
    weak var weakPlayer: Player?
    let list = calls
    let scene = try Scene {
      SceneGroup(.sequence) {
        Element(.text(""), id: "a").fade(from: 0, to: 1, over: 1).onEnd { _ in
          list.list.append("a-")
          weakPlayer?.cancel()
        }
        second("b")
      }
    }
    let player = Player(scene, clock: clock)
    weakPlayer = player
    let playback = player.play()
    #expect(step(player, 1_500) == ["a-"])
    #expect(playback.ending == .cancelled)
  }

  @Test func aHookReceivesThePartOnceMade() throws {
    final class View {
      var names: [String] = []
    }
    let view = View()
    let scene = try Scene {
      Element(.text(""), id: "a").onMake { call in
        (call.view as? View)?.names.append(call.part)
      }
      Element(sharing: "a").onMake { call in (call.view as? View)?.names.append(call.part + "!") }
    }
    let player = Player(scene, clock: clock)
    player.viewOfPart = { $0 == "a" ? view : nil }
    player.play()
    player.play()
    #expect(view.names == ["a", "a!"])
  }

  @Test func itMovesOnByItself() async throws {
    let player = Player(try Scene { second("a") }, clock: clock)
    let playback = player.play()
    let running = Task { try await player.run(every: .milliseconds(250)) }
    // As often as it sleeps, and no more: nobody would sleep after its end.
    for _ in 1...4 {
      await clock.waitForSleepers()
      clock.advance(by: .milliseconds(250))
    }
    try await running.value
    #expect(playback.ending == .finished)
  }

  @Test func whatIsShownIsTheStateOfTheScene() throws {
    let scene = try Scene(repeats: .infinity) { second("a") }
    let player = Player(scene, clock: clock)
    var state = SceneState()
    player.play(repeat: 2)
    _ = step(player, 1_250)
    player.state(into: &state)
    #expect(state[0].opacity == 0.25)
    _ = step(player, 1_250)
    player.state(into: &state)
    #expect(state[0].opacity == 1)  // its end, though the scene has none
    #expect(state.time == 2)
  }

  @Test func whatBeginsAndEndsWithoutMotionIsWaitedFor() throws {
    let scene = try Scene {
      Element(.text("a"), id: "a").lasts(10)
      told(Element(sharing: "a", id: "b")).starts(.at(3)).lasts(2)
    }
    let player = Player(scene, clock: clock)
    player.play()
    #expect(player.nextMotion == 3)
    #expect(step(player, 3_000) == ["b+"])
    #expect(player.nextMotion == 2)
    #expect(step(player, 2_000) == ["b-"])
    #expect(player.nextMotion == 5)
  }

  @Test func tooManyPassesAreLookedAtOnceAFrame() throws {
    let scene = try Scene {
      told(Element(.text(""), id: "a")).animate(.rotation, from: 0, to: 360, Timing(1))
        .repeats(.infinity)
    }
    let player = Player(scene, clock: clock)
    player.play()
    #expect(calls.take() == ["a+"])
    #expect(step(player, 500) == [])
    #expect(step(player, 500) == ["a1"])
    #expect(step(player, 10_000) == ["a11"])
    #expect(player.duration == .infinity)
    player.seek(to: .infinity)
    #expect(player.state == .playing)
  }
}

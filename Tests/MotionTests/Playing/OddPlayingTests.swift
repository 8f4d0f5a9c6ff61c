import HikidashiBase
import HikidashiMotion
import Testing

/// Players of scenes, and with requests, that nobody would think of.
@MainActor @Suite struct OddPlayingTests {
  private final class Calls {
    var list: [String] = []
    weak var player: Player?
  }

  private let clock = ManualClock()
  private let calls = Calls()

  private func told(_ element: Element) -> Element {
    let calls = calls
    return element.onStart { calls.list.append("\($0.element)+") }
      .onEnd { calls.list.append("\($0.element)-") }
  }

  private func second(_ id: String) -> Element {
    told(Element(.text(id), id: id).fade(from: 0, to: 1, over: 1))
  }

  private func step(_ player: Player, _ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
    player.advance()
  }

  @Test(arguments: [1e9, 1e15, 1e17, 1e300, .infinity])
  func playingGoesOnFarAway(time: Double) throws {
    let player = Player(try Scene(repeats: .infinity) { second("a") }, clock: clock)
    let playback = player.play()
    player.seek(to: time)
    for _ in 0..<3 { step(player, 500) }
    #expect(player.state == .playing)
    player.rate = -1
    for _ in 0..<3 { step(player, 500) }
    #expect(playback.ending == nil)
    var state = SceneState()
    player.state(into: &state)
    #expect(state.count == 1)
    #expect((0...1).contains(state[0].opacity))
  }

  @Test func aHugeRateComesToTheEndOfWhatHasOne() throws {
    let player = Player(try Scene { second("a") }, clock: clock)
    let playback = player.play()
    player.rate = .greatestFiniteMagnitude
    step(player, 5_000)
    #expect(playback.ending == .finished)
    let endless = Player(try Scene(repeats: .infinity) { second("a") }, clock: clock)
    let other = endless.play()
    endless.rate = .greatestFiniteMagnitude
    for _ in 0..<3 { step(endless, 5_000) }
    #expect(other.ending == nil)
    endless.rate = -.greatestFiniteMagnitude
    step(endless, 5_000)
    #expect(other.ending == .finished)
  }

  @Test func anEndlessMotionIsPlayedBackwardsFromWhereOneIs() throws {
    let scene = try Scene {
      Element(.text("a"), id: "a").animate(
        .rotation, from: 0, to: 360, Timing(1, repeats: .infinity, direction: .alternatingBackward))
    }
    let player = Player(scene, clock: clock)
    let playback = player.play()
    player.seek(to: 1e9)
    player.rate = -1e9
    step(player, 500)
    #expect(playback.ending == nil)
    #expect(player.time == 5e8)
    step(player, 500)
    #expect(playback.ending == .finished)
    player.rate = -1
    // Without an end there is none to begin at.
    #expect(player.play().ending == .finished)
  }

  @Test func nothingIsLeftOutOfManyElements() throws {
    let scene = try Scene {
      SceneGroup(.stagger(0.001)) {
        for number in 0..<20_000 {
          let element = Element(.text(""), id: "\(number)").lasts(0.0005)
          if number % 1_000 == 0 { told(element) } else { element }
        }
      }
    }
    let player = Player(scene, clock: clock)
    player.play()
    for _ in 0..<250 { step(player, 100) }
    #expect(calls.list == (0..<20).flatMap { ["\($0 * 1_000)+", "\($0 * 1_000)-"] })
  }

  @Test func elementsWithManyPassesEachTakeNoMoreThanAllMayTake() throws {
    let scene = try Scene {
      for _ in 0..<2_000 {
        Element(.text("")).animate(.opacity, from: 0, to: 1, Timing(0.01)).repeats(5_000)
      }
      second("last")
    }
    let player = Player(scene, clock: clock)
    player.play()
    step(player, 10_000)
    #expect(calls.list.contains("last-"))
  }

  @Test func aHookThatIsCalledOnceMadeMayPlay() throws {
    let calls = calls
    var inner: Playback?
    let scene = try Scene {
      second("a").onMake { _ in inner = calls.player?.play() }
    }
    let player = Player(scene, clock: clock)
    calls.player = player
    let outer = player.play()
    #expect(inner?.ending == .replaced)
    #expect(outer.ending == nil)
    #expect(calls.list == ["a+", "a+"])
    step(player, 1_000)
    #expect(outer.ending == .finished)
  }

  @Test func hooksMayPlaySeekAndPauseAndChangeTheRate() throws {
    let calls = calls
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a").onEnd { _ in
          calls.player?.seek(to: 2.5)
          calls.player?.rate = 2
        }
        second("b")
        second("c").onEnd { _ in calls.player?.play() }
      }
    }
    let player = Player(scene, clock: clock)
    calls.player = player
    let first = player.play()
    step(player, 1_000)
    #expect(player.time == 2.5)
    step(player, 250)
    #expect(first.ending == .finished)
    #expect(player.state == .playing)
    #expect(player.time == 0)
    #expect(player.rate == 2)
    #expect(calls.list == ["a+", "b+", "b-", "c+", "a+"])
  }

  @Test func aHookMayLetGoOfThePlayer() throws {
    final class Owner { var player: Player? }
    let owner = Owner()
    let scene = try Scene {
      second("a").onStart { _ in owner.player = nil }
      second("b")
    }
    owner.player = Player(scene, clock: clock)
    let playback = owner.player?.play()
    #expect(owner.player == nil)
    #expect(playback?.ending == .cancelled)
  }

  @Test func oddNumbersAreIgnoredOrTakenAsTheNearest() throws {
    let player = Player(try Scene { second("a") }, clock: clock)
    for rounds in [Double.nan, -1, 0] {
      player.play(repeat: rounds)
      #expect(player.duration == 1)
    }
    player.seek(to: .nan)
    #expect(player.time == 0)
    player.seek(to: -.infinity)
    #expect(player.time == 0)
    player.rate = .infinity
    #expect(player.rate == 1)
    player.seek(to: .infinity)
    #expect(player.time == 1)
    player.play(repeat: .infinity)
    #expect(player.duration == .infinity)
  }
}

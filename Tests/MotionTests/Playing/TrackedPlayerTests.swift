import HikidashiBase
import HikidashiMotion
import TestSupport
import Testing

/// A player is followed by `Observation`.
@Test @MainActor func aPlayerIsFollowed() async throws {
  let clock = ManualClock()
  let scene = try Scene { Element(.text("a"), id: "a").fade(from: 0, to: 1, over: 1) }
  let player = Player(scene, clock: clock)
  let state = TrackedReading { player.state }
  let time = TrackedReading { player.time }
  let rate = TrackedReading { player.rate }
  player.play()
  await state.wait { $0 == .playing }
  clock.advance(by: .milliseconds(500))
  player.advance()
  await time.wait { $0 == 0.5 }
  player.rate = 2
  await rate.wait { $0 == 2 }
  clock.advance(by: .milliseconds(500))
  player.advance()
  await state.wait { $0 == .ended(.finished) }
  // A new rate is told with the state.
  #expect(state.values.first == .idle)
}

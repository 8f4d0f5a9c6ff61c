import HikidashiBase
import HikidashiMotion
import Testing

/// Where players stop: labels, pauses and signals.
@MainActor @Suite struct LabelTests {
  private let clock = ManualClock()

  private func second(_ id: String) -> Element {
    Element(.text(id), id: id).fade(from: 0, to: 1, over: 1)
  }

  private func step(_ player: Player, _ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
    player.advance()
  }

  @Test func pausesAndLabels() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a")
        SceneLabel("middle")
        second("b")
      }
    }
    let player = Player(scene, clock: clock)
    player.play(repeat: 2)
    try player.pause(at: "middle")
    step(player, 5_000)
    #expect(player.state == .paused)
    #expect(player.time == 1)
    step(player, 5_000)
    #expect(player.time == 1)
    player.resume()
    step(player, 2_500)
    #expect(player.time == 3.5)  // it stops once
    try player.seek(to: "middle")
    #expect(player.time == 1)
    #expect(throws: PlayerError.unknownLabel("end")) { try player.pause(at: "end") }
  }

  @Test func aSignalIsWaitedFor() throws {
    let scene = try Scene {
      second("a")
      SceneLabel("middle", .at(0.5))
    }
    let player = Player(scene, clock: clock)
    player.play(repeat: 3)
    try player.wait(at: "middle", for: "go")
    step(player, 5_000)
    #expect(player.state == .waiting(signal: "go"))
    #expect(player.time == 0.5)
    player.signal("come")
    #expect(player.state == .waiting(signal: "go"))
    player.signal("go")
    #expect(player.state == .playing)
    player.signal("go")  // for the next time
    step(player, 1_250)
    #expect(player.time == 1.75)
    step(player, 1_000)
    #expect(player.state == .waiting(signal: "go"))
    #expect(player.time == 2.5)
    player.resume()
    #expect(player.state == .playing)
  }

  @Test func labelsAtTheEndsOfARoundAreStoodAt() throws {
    let scene = try Scene {
      SceneLabel("start")
      second("a").lasts(0.7)
      SceneLabel("end", .at(0.7))
    }
    let player = Player(scene, clock: clock)
    try player.wait(at: "start", for: "go")
    let playback = player.play(repeat: 4)
    try player.wait(at: "end", for: "on")
    for round in 0..<4 {
      #expect(player.state == .waiting(signal: "go"), "\(round)")
      #expect(abs(player.time - 0.7 * Double(round)) < 1e-9)
      player.signal("go")
      step(player, 5_000)
      // Where a round ends, the next one begins, and labels of both wait.
      #expect(player.state == .waiting(signal: round < 3 ? "go" : "on"), "\(round)")
      player.signal("on")
    }
    #expect(playback.ending == nil)
    #expect(player.time == player.duration)
    #expect(player.nextMotion == 0)
    step(player, 1)
    #expect(playback.ending == .finished)
  }

  @Test func aLabelStopsItWhereItBeginsAndEndsBackwards() throws {
    let scene = try Scene {
      SceneLabel("start")
      second("a").lasts(0.7)
      SceneLabel("end", .at(0.7))
    }
    let player = Player(scene, clock: clock)
    player.rate = -1
    try player.pause(at: "end")
    let playback = player.play(repeat: 3)
    #expect(player.state == .paused)
    try player.wait(at: "start", for: "go")
    player.resume()
    for round in [2, 1, 0] {
      step(player, 5_000)
      #expect(player.state == .waiting(signal: "go"))
      #expect(abs(player.time - 0.7 * Double(round)) < 1e-9)
      player.signal("go")
    }
    step(player, 1)
    #expect(playback.ending == .finished)
  }

  @Test func aLabelOfASceneWithoutLengthIsStoodAt() throws {
    let player = Player(try Scene { SceneLabel("here") }, clock: clock)
    try player.wait(at: "here", for: "go")
    let playback = player.play()
    #expect(playback.ending == nil)
    player.signal("go")
    step(player, 1)
    #expect(playback.ending == .finished)
  }

  @Test func aPauseIsKeptWhileItWaits() throws {
    let scene = try Scene {
      second("a")
      SceneLabel("middle", .at(0.5))
    }
    let player = Player(scene, clock: clock)
    player.play()
    try player.wait(at: "middle", for: "go")
    try player.pause(at: "middle")
    step(player, 700)
    #expect(player.state == .paused)
    player.resume()
    #expect(player.state == .waiting(signal: "go"))
    player.pause()
    #expect(player.state == .paused)
    player.signal("go")
    #expect(player.state == .paused)
    step(player, 700)
    #expect(player.time == 0.5)
    player.resume()
    #expect(player.state == .playing)
  }

  @Test func labelsAtOneTimeWaitForTheirSignalsEach() throws {
    let scene = try Scene {
      second("a")
      SceneLabel("this", .at(0.3))
      SceneLabel("that", .at(0.3))
    }
    let player = Player(scene, clock: clock)
    player.play()
    try player.wait(at: "this", for: "here")
    try player.wait(at: "that", for: "there")
    step(player, 700)
    #expect(player.state == .waiting(signal: "here"))
    player.signal("here")
    #expect(player.state == .waiting(signal: "there"))
    player.signal("there")
    #expect(player.state == .playing)
    try player.seek(to: "this")
    player.finish()
    #expect(player.state == .ended(.finished))
  }

  @Test func aSceneLastsUntilItsLastLabel() throws {
    let scene = try Scene(repeats: .infinity) {
      SceneGroup {
        second("a")
        SceneLabel("late", .at(3))
      }.timed(Timing(2))
      second("b").starts(.with("late", by: -2))
    }
    #expect(scene.length == 3)
    let player = Player(scene, clock: clock)
    player.play()
    try player.wait(at: "late", for: "go")
    player.rate = 1e300
    step(player, 1_000)
    #expect(player.time == 3)
  }
}

import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiMotion

/// Random requests to players of random scenes, beside a slow one.
@Suite struct PlayerPropertyTests {
  @Test func aPlayerDoesWhatTheSlowOneDoes() throws {
    let seed = testSeed()
    let count = testSteps(100_000)
    var random = SeededGenerator(seed: seed)
    var sequence = 0
    while sequence < count {
      let nodes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        CourseNode.random(depth: 2, &random)
      }
      let labels = (0..<2).map {
        (name: "label \($0)", time: Double(Int.random(in: 0...8, using: &random)) / 4)
      }
      let scene = try Scene(
        nodes.map(\.item) + labels.map { .label(SceneLabel($0.name, .at($0.time))) })
      let slow = SlowPlayer(nodes, labels: labels)
      let machine = PlayerMachine(scene)
      // Making a scene takes longer than playing it.
      for _ in 0..<min(50, count - sequence) {
        sequence += 1
        guard let complaint = run(machine, slow, &random) else { continue }
        Issue.record("seed \(seed), sequence \(sequence): \(complaint)\n\(nodes)")
        return
      }
    }
  }

  /// What differs, and after which requests.
  private func run(
    _ machine: PlayerMachine, _ slow: SlowPlayer, _ random: inout SeededGenerator
  ) -> String? {
    var (machine, slow) = (machine, slow)
    var requests: [String] = []
    var now = 0.0
    for _ in 0..<Int.random(in: 4...14, using: &random) {
      now += [0.0, 0.125, 0.5, 0.75, 3].randomElement(using: &random) ?? 0
      slow.advance(to: now)
      requests.append(request(&machine, &slow, now, &random))
      let (ours, theirs) = (machine.takeActions(), slow.actions)
      slow.actions = []
      guard ours == theirs, machine.state == slow.state, machine.position == slow.position else {
        return """
          \(requests.joined(separator: ", "))
          does \(ours), is \(machine.state) at \(machine.position)
          not \(theirs), \(slow.state) at \(slow.position)
          """
      }
    }
    return nil
  }

  private func request(
    _ machine: inout PlayerMachine, _ slow: inout SlowPlayer, _ now: Double,
    _ random: inout SeededGenerator
  ) -> String {
    let label = slow.labels.randomElement(using: &random) ?? ("", 0)
    let signal = Bool.random(using: &random) ? "go" : "stop"
    let kinds = slow.state == .idle ? [0, 1, 10, 11] : Array(0..<20)
    switch kinds.randomElement(using: &random) {
    case 0:
      // Where a part of a round ends, nothing else does, as no time is a multiple of it.
      let part = 251.0 / 512
      let rounds: Double = [part, 1, 1, 2, 2 + part].randomElement(using: &random) ?? 1
      machine.advance(to: now)
      machine.play(rounds: rounds, at: now)
      slow.play(rounds: rounds)
      return "play \(rounds) at \(now)"
    case 1, 2:
      let rate: Double = [-2.0, -1, -0.5, 0, 0.5, 1, 2].randomElement(using: &random) ?? 1
      machine.setRate(rate, at: now)
      slow.rate = rate
      return "rate \(rate) at \(now)"
    case 3:
      machine.pause(at: now)
      slow.pause()
      return "pause at \(now)"
    case 4, 5:
      machine.resume(at: now)
      slow.resume()
      return "resume at \(now)"
    case 6:
      machine.cancel(at: now)
      if slow.isUnderWay { slow.end(.cancelled) }
      return "cancel at \(now)"
    case 7, 8, 9:
      let time = Double(Int.random(in: -1...40, using: &random)) / 8
      machine.seek(to: time, at: now)
      slow.isSeeking = true
      slow.seek(to: time)
      slow.isSeeking = false
      return "seek \(time) at \(now)"
    case 10:
      machine.advance(to: now)
      machine.stop(at: label.name)
      slow.stops.insert(label.name)
      return "stop at \(label.time) at \(now)"
    case 11:
      machine.advance(to: now)
      machine.wait(at: label.name, for: signal)
      slow.waits[label.name] = signal
      return "wait at \(label.time) for \(signal) at \(now)"
    case 12:
      machine.signal(signal, at: now)
      slow.signal(signal)
      return "signal \(signal) at \(now)"
    default:
      machine.advance(to: now)
      return "advance to \(now)"
    }
  }
}

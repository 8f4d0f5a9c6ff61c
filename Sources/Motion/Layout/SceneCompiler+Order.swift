extension SceneCompiler {
  /// Puts motions of one property into the order of their times, and refuses those that overlap.
  func order(
    _ motions: inout [Motion], of part: Int, _ property: SceneProperty
  ) throws(SceneError) {
    guard motions.count > 1 else { return }
    motions = try ordered(motions, in: 0, of: part, property)
  }

  private func ordered(
    _ motions: [Motion], in frame: Int, of part: Int, _ property: SceneProperty
  ) throws(SceneError) -> [Motion] {
    struct Turn {
      var start: Double
      var end: Double
      var frame: Int?
      var motions: [Motion]
    }
    var turns: [Turn] = []
    var turnOfFrame: [Int: Int] = [:]
    for motion in motions {
      if motion.frame == frame {
        let clock = clocks[motion.clock]
        turns.append(
          Turn(
            start: clock.start, end: clock.start + clock.active, frame: nil, motions: [motion]))
        continue
      }
      let inner = child(of: frame, holding: motion.frame)
      if let turn = turnOfFrame[inner] {
        turns[turn].motions.append(motion)
      } else {
        turnOfFrame[inner] = turns.count
        let clock = frames[inner]
        turns.append(
          Turn(
            start: clock.start, end: clock.start + clock.active, frame: inner, motions: [motion]))
      }
    }
    turns.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    for (first, second) in zip(turns, turns.dropFirst()) {
      // What begins as another ends may do so a rounding earlier.
      guard first.end > second.start + 1e-9 else { continue }
      throw .overlap(
        part: parts[part].id, property: property, first: first.motions[0].place,
        second: second.motions[0].place)
    }
    var result: [Motion] = []
    for turn in turns {
      guard let inner = turn.frame else {
        result += turn.motions
        continue
      }
      result += try ordered(turn.motions, in: inner, of: part, property)
    }
    return result
  }

  /// The clock right within `frame` that is around `inner`.
  private func child(of frame: Int, holding inner: Int) -> Int {
    var clock = inner
    while Int(frames[clock].parent) != frame, frames[clock].parent > 0 {
      clock = Int(frames[clock].parent)
    }
    return clock
  }
}

extension Program {
  /// How a clock's time passes, as seen from a round.
  private struct Flow {
    var time: Double
    /// How many of its seconds pass in one of the round, below 0 backwards; 0 while it stands still.
    var rate: Double
  }

  /// How many seconds of a round may pass before something moves, 0 while something does: a motion, or
  /// an element that begins or ends. Infinite where nothing will.
  func waitForMotion(at time: Double, forward: Bool) -> Double {
    var flows = [Flow(time: time, rate: forward ? 1 : -1)]
    var wait = Double.infinity
    for index in 1..<max(1, clocks.count) {
      let clock = clocks.start[index]
      let around = flows[Int(clock.parent)]
      let isFrame = index < frameCount
      if isFrame { flows.append(Flow(time: 0, rate: 0)) }
      guard around.rate != 0 else { continue }
      let (edge, isRunning) = clock.edge(after: around.time, forward: around.rate > 0)
      if isRunning, !isFrame { return 0 }
      wait = min(wait, max(0, (edge - around.time) / around.rate))
      guard isRunning else { continue }
      let moment = clock.moment(at: around.time, in: .active)
      flows[index] = Flow(
        time: moment.time, rate: around.rate * clock.speed * (moment.isBackward ? -1 : 1))
    }
    for index in 0..<spans.count {
      let span = spans.start[index]
      let around = flows[Int(span.clock)]
      guard around.rate != 0 else { continue }
      for edge in [span.start, span.end] {
        let seconds = (edge - around.time) / around.rate
        if seconds > 0 { wait = min(wait, seconds) }
      }
    }
    return wait
  }
}

extension CompiledClock {
  /// The time, in either direction, when it begins or ends, or a pass or the rest after one does, and
  /// whether it runs until then; infinitely far where nothing comes any more.
  fileprivate func edge(after time: Double, forward: Bool) -> (time: Double, isRunning: Bool) {
    let end = start + active
    let never = forward ? Double.infinity : -Double.infinity
    if forward {
      if time < start { return (start, false) }
      if time >= end { return (never, false) }
    } else {
      if time > end { return (end, false) }
      if time <= start { return (never, false) }
    }
    let length = duration + rest
    let elapsed = (time - start) * speed
    // Further on there is nothing between two passes.
    guard elapsed < length * 1e15 else { return (never, true) }
    let pass = min((elapsed / length).rounded(.down), repeats.rounded(.up) - 1)
    let inner = elapsed - pass * length
    let isResting = rest > 0 && (forward ? inner >= duration : inner > duration)
    let edge = forward ? (isResting ? length : duration) : (isResting ? duration : 0)
    return (min(start + (pass * length + edge) / speed, end), !isResting)
  }
}

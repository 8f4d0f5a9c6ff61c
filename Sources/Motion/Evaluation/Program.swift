/// A scene as flat arrays, in the order in which they are gone through for a state.
final class Program: Sendable {
  let repeats: Double
  let length: Double
  /// The first stands for the scene; those with others within come first, ``frameCount`` of them.
  let clocks: FlatArray<CompiledClock>
  let frameCount: Int
  let drives: FlatArray<CompiledDrive>
  let curves: FlatArray<CompiledCurve>
  /// In the order in which they are drawn.
  let parts: FlatArray<CompiledPart>
  let lives: FlatArray<CompiledLife>
  /// Of all elements, also of those whose part is seen always.
  let spans: FlatArray<CompiledLife>
  let channels: FlatArray<CompiledChannel>
  let tracks: FlatArray<CompiledTrack>
  let keys: FlatArray<CompiledKey>
  let values: FlatArray<Double>
  let turns: FlatArray<CompiledTurn>
  let paths: [PathTable]
  let bases: FlatArray<Double>
  let ids: [String]

  init(_ compiler: SceneCompiler) {
    repeats = compiler.repeats
    length = compiler.length
    clocks = FlatArray(compiler.frames + compiler.clocks)
    frameCount = compiler.frames.count
    drives = FlatArray(compiler.drives)
    curves = FlatArray(compiler.curves)
    parts = FlatArray(compiler.compiledParts)
    lives = FlatArray(compiler.lives)
    spans = FlatArray(compiler.spans.map(\.life))
    channels = FlatArray(compiler.channels)
    tracks = FlatArray(compiler.tracks)
    keys = FlatArray(compiler.keys)
    values = FlatArray(compiler.values)
    turns = FlatArray(compiler.turns)
    paths = compiler.paths
    bases = FlatArray(compiler.bases)
    ids = compiler.parts.map(\.id)
  }
}

// MARK: - Evaluating

extension Program {
  func evaluate(at time: Double, into state: inout SceneState) {
    evaluateRound(clocks.start[0].moment(at: time, in: .active), into: &state)
    state.time = time
  }

  /// Evaluates a moment of the scene's own clock.
  func evaluateRound(_ moment: ClockMoment, into state: inout SceneState) {
    prepare(&state)
    state.solids.removeAll(keepingCapacity: true)
    state.effects.removeAll(keepingCapacity: true)
    state.moments.withUnsafeMutableBufferPointer { moments in
      guard let moments = moments.baseAddress else { return }
      findMoments(moment, moments)
      state.progress.withUnsafeMutableBufferPointer { progress in
        guard let progress = progress.baseAddress else { return }
        findProgress(moments, progress)
        state.entries.withUnsafeMutableBufferPointer { entries in
          guard let entries = entries.baseAddress else { return }
          state.count = place(
            moments, progress, entries, solids: &state.solids, effects: &state.effects)
        }
      }
    }
  }

  /// Sees to it that a state has room for all of this scene's parts.
  private func prepare(_ state: inout SceneState) {
    guard state.program !== self else { return }
    state.program = self
    state.entries = ContiguousArray(repeating: SceneState.Entry(), count: max(1, parts.count))
    state.moments = ContiguousArray(repeating: ClockMoment(), count: clocks.count)
    state.progress = ContiguousArray(repeating: 0, count: max(1, drives.count))
    var solid = 0
    var effects = 0
    for index in 0..<parts.count {
      if parts.start[index].depth >= .solid { solid += 1 }
      if parts.start[index].depth == .effects { effects += 1 }
    }
    state.solids.reserveCapacity(solid)
    state.effects.reserveCapacity(effects)
  }

  private func findMoments(
    _ scene: ClockMoment, _ moments: UnsafeMutablePointer<ClockMoment>
  ) {
    let clocks = clocks.start
    moments[0] = scene
    for index in 1..<max(1, frameCount) {
      let around = moments[Int(clocks[index].parent)]
      moments[index] = clocks[index].moment(at: around.time, in: around.phase)
    }
    for index in frameCount..<self.clocks.count {
      let around = moments + Int(clocks[index].parent)
      moments[index] = clocks[index].moment(at: around.pointee.time, in: around.pointee.phase)
    }
  }

  private func findProgress(
    _ moments: UnsafeMutablePointer<ClockMoment>, _ progress: UnsafeMutablePointer<Double>
  ) {
    let drives = drives.start
    let curves = curves.start
    for index in 0..<self.drives.count {
      let drive = drives[index]
      let moment = moments + Int(drive.clock)
      progress[index] =
        drive.curve < 0
        ? moment.pointee.progress
        : curves[Int(drive.curve)].value(
          at: moment.pointee.progress, isBefore: moment.pointee.isBefore)
    }
  }

  /// Writes the parts that are seen; how many they are.
  private func place(
    _ moments: UnsafeMutablePointer<ClockMoment>, _ progress: UnsafeMutablePointer<Double>,
    _ entries: UnsafeMutablePointer<SceneState.Entry>,
    solids: inout ContiguousArray<Transform3D>, effects: inout ContiguousArray<PartEffects>
  ) -> Int {
    withUnsafeTemporaryAllocation(
      of: Double.self, capacity: PartDepth.effects.valueCount
    ) { scratch in
      guard let values = scratch.baseAddress else { return 0 }
      var count = 0
      for index in 0..<parts.count {
        let part = parts.start + index
        guard part.pointee.lives.isEmpty || isSeen(part.pointee.lives, moments) else { continue }
        let depth = part.pointee.depth
        let base = bases.start + Int(part.pointee.base)
        if depth == .flat {
          // A number that the compiler knows: most parts need no call for it.
          values.update(from: base, count: PartValues.Slot.translation)
        } else {
          values.update(from: base, count: depth.valueCount)
        }
        var heading = 0.0
        let own = part.pointee.channels
        for number in Int(own.lowerBound)..<Int(own.upperBound) {
          let channel = channels.start + number
          guard let track = chosen(channel.pointee, moments) else { continue }
          apply(
            track, progress[Int(track.pointee.drive)], moments + Int(track.pointee.clock),
            to: values + Int(channel.pointee.slot), &heading)
        }
        let values = PartValues(values)
        let entry = entries + count
        entry.pointee.part = part.pointee.part
        values.placeFlat(entry, heading: heading)
        if depth >= .solid { values.placeSolid(entry, heading: heading, &solids) }
        if depth == .effects {
          entry.pointee.effects = Int32(effects.count)
          effects.append(values.effects)
        }
        count += 1
      }
      return count
    }
  }

  private func isSeen(
    _ lives: Range<Int32>, _ moments: UnsafeMutablePointer<ClockMoment>
  ) -> Bool {
    for index in Int(lives.lowerBound)..<Int(lives.upperBound) {
      let life = self.lives.start + index
      if life.pointee.isSeen(at: moments[Int(life.pointee.clock)]) { return true }
    }
    return false
  }

  /// The motion that sets a property now: the one that is active; or else the last that has ended and
  /// holds its end; or else the first that is to come and holds its beginning.
  @inline(__always)
  private func chosen(
    _ channel: CompiledChannel, _ moments: UnsafeMutablePointer<ClockMoment>
  ) -> UnsafeMutablePointer<CompiledTrack>? {
    var past: UnsafeMutablePointer<CompiledTrack>?
    var future: UnsafeMutablePointer<CompiledTrack>?
    let first = tracks.start + Int(channel.first)
    for index in 0..<Int(channel.count) {
      let track = first + index
      switch moments[Int(track.pointee.clock)].phase {
      case .active: return track
      case .after: if track.pointee.holdsAfter { past = track }
      case .before: if track.pointee.holdsBefore, future == nil { future = track }
      }
    }
    return past ?? future
  }

  @inline(__always)
  private func apply(
    _ track: UnsafeMutablePointer<CompiledTrack>, _ progress: Double,
    _ moment: UnsafeMutablePointer<ClockMoment>, to slots: UnsafeMutablePointer<Double>,
    _ heading: inout Double
  ) {
    let width = Int(track.pointee.width)
    let from = values.start + Int(track.pointee.values)
    guard track.pointee.kind == .pair else {
      applyOther(track.pointee, progress, moment.pointee.isBefore, to: slots, &heading)
      return
    }
    // By the pieces of each side, so that equal ends stay equal.
    for index in 0..<width {
      slots[index] = from[index] + (from[width + index] - from[index]) * progress
    }
  }

  @inline(never)
  private func applyOther(
    _ track: CompiledTrack, _ progress: Double, _ isBefore: Bool,
    to slots: UnsafeMutablePointer<Double>, _ heading: inout Double
  ) {
    let width = Int(track.width)
    switch track.kind {
    case .pair: break
    case .path:
      let place = paths[Int(track.first)].place(at: progress)
      slots[0] = place.point.x
      slots[1] = place.point.y
      if track.count > 0 { heading = place.degrees }
    case .keys:
      let (key, part) = interval(track, progress, isBefore)
      let from = values.start + Int(track.values) + key * width
      for index in 0..<width {
        slots[index] = from[index] + (from[width + index] - from[index]) * part
      }
    case .turns:
      let (key, part) = interval(track, progress, isBefore)
      let turn = turns.start[Int(track.values) + key].value(at: part)
      for index in 0..<4 { slots[index] = turn[index] }
    }
  }

  /// The keyframe that a progress follows, and how far it is from there to the next.
  private func interval(
    _ track: CompiledTrack, _ progress: Double, _ isBefore: Bool
  ) -> (key: Int, part: Double) {
    let keys = keys.start + Int(track.first)
    let last = Int(track.count) - 1
    if progress < 0, keys[1].offset == 0 { return (0, 0) }
    if progress >= 1, keys[last - 1].offset == 1 { return (last - 1, 1) }
    var (low, high) = (0, last)
    while low < high {
      let middle = (low + high + 1) / 2
      if middle < last, keys[middle].offset <= progress { low = middle } else { high = middle - 1 }
    }
    // Before the last one, no two of the same place are an interval.
    while low > 0, keys[low + 1].offset == keys[low].offset { low -= 1 }
    let width = keys[low + 1].offset - keys[low].offset
    let part = width > 0 ? (progress - keys[low].offset) / width : 1
    let curve = keys[low].curve
    return (low, curve < 0 ? part : curves.start[Int(curve)].value(at: part, isBefore: isBefore))
  }
}

// MARK: - Waiting

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

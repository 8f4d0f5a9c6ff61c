/// Makes flat arrays of a scene whose times are known.
struct SceneCompiler {
  struct Motion {
    var track: Track
    var place: String
    /// The clock in whose time the element's motions run, and their shift in it.
    var frame: Int
    var shift: Double
    var clock = 0
  }

  let outline: SceneOutline
  let times: SceneTimes
  let repeats: Double
  let length: Double

  private(set) var parts: [Scene.Part] = []
  private(set) var spans: [Scene.Span] = []
  private(set) var frames: [CompiledClock] = []
  private(set) var clocks: [CompiledClock] = []
  private(set) var drives: [CompiledDrive] = []
  private(set) var curves: [CompiledCurve] = []
  private(set) var compiledParts: [CompiledPart] = []
  private(set) var lives: [CompiledLife] = []
  private(set) var channels: [CompiledChannel] = []
  private(set) var tracks: [CompiledTrack] = []
  var keys: [CompiledKey] = []
  var values: [Double] = []
  var turns: [CompiledTurn] = []
  private(set) var paths: [PathTable] = []
  private(set) var bases: [Double] = []

  private var clockNumbers: [CompiledClock: Int] = [:]
  private var driveNumbers: [CompiledDrive: Int] = [:]
  private var bezierNumbers: [SIMD4<Double>: Int] = [:]
  /// The clock of each node with a time of its own.
  private var frameNumbers: [Int: Int] = [0: 0]
  private var partNumbers: [Int: Int] = [:]
  /// By part, the elements' nodes and the motions.
  private var partElements: [[Int]] = []
  private var motions: [[Motion]] = []

  init(_ outline: SceneOutline, _ times: SceneTimes, repeats: Double) {
    self.outline = outline
    self.times = times
    self.repeats = repeats
    length = times.length
  }

  func program() -> Program { Program(self) }

  mutating func compile() throws(SceneError) {
    frames = [
      CompiledClock(parent: -1, start: 0, duration: length, Timing(repeats: repeats))
    ]
    try gatherParts()
    for number in outline.nodes.indices { try gather(number) }
    let order = parts.indices.sorted { (parts[$0].layer, $0) < (parts[$1].layer, $1) }
    for part in order { try add(part) }
  }

  /// Numbers the parts first, as an element may share that of a later one.
  private mutating func gatherParts() throws(SceneError) {
    for (number, node) in outline.nodes.enumerated() {
      guard case .element(let element) = node.kind, case .content(let content) = element.source
      else { continue }
      partNumbers[number] = parts.count
      parts.append(
        Scene.Part(
          id: node.id ?? node.place, content: content, layer: element.layer,
          showsBack: element.showsBack, wipeEdge: element.wipeEdge))
      if case .text(_, let font, _) = content, !(font.size > 0 && font.size <= 4_096) {
        throw .badValue(place: node.place + ".font.size", reason: "it is from 0 to 4096 pixels")
      }
    }
    partElements = Array(repeating: [], count: parts.count)
    motions = Array(repeating: [], count: parts.count)
  }

  private func part(of element: Element, _ number: Int) throws(SceneError) -> Int {
    guard case .shared(let id) = element.source else { return partNumbers[number] ?? 0 }
    let place = outline.nodes[number].place + ".part"
    guard let other = outline.numbers[id] else { throw .unknownID(place: place, id: id) }
    guard let part = partNumbers[other] else {
      throw .badValue(
        place: place, reason: "“\(id)” has no part of its own; name the element that has it")
    }
    return part
  }

  private mutating func gather(_ number: Int) throws(SceneError) {
    let node = outline.nodes[number]
    let parent = frameNumbers[node.frame] ?? 0
    if node.isFrame {
      frameNumbers[number] = frames.count
      frames.append(
        CompiledClock(
          parent: parent, start: times.starts[number], duration: times.contents[number],
          node.timing))
    }
    guard case .element(let element) = node.kind else { return }
    let part = try part(of: element, number)
    try refuseWithoutEffect(element, of: part, at: node.place)
    partElements[part].append(number)
    let life = CompiledLife(
      clock: Int32(parent), isHiddenBefore: element.isHiddenBefore,
      isHiddenAfter: element.isHiddenAfter, start: times.starts[number], end: times.ends[number])
    spans.append(
      Scene.Span(
        id: node.id ?? node.place, part: part, element: element, life: life,
        clock: frameNumbers[number]))
    let frame = frameNumbers[number] ?? parent
    for (index, track) in element.tracks.enumerated() {
      motions[part].append(
        Motion(
          track: track, place: "\(node.place).tracks[\(index)]", frame: frame,
          shift: node.isFrame ? 0 : times.starts[number]))
    }
  }

  private mutating func add(_ part: Int) throws(SceneError) {
    let firstLife = lives.count
    addLives(part)
    if lives.count > firstLife, lives[firstLife...].contains(where: Self.isAlwaysSeen) {
      lives.removeSubrange(firstLife...)
    }
    let firstChannel = channels.count
    var depth = PartDepth.flat
    let base = try base(of: part, &depth)
    var byProperty: [SceneProperty: [Motion]] = [:]
    for motion in motions[part] {
      var motion = motion
      motion.clock = try clock(of: motion)
      byProperty[motion.track.property, default: []].append(motion)
      depth = max(depth, motion.track.property.depth)
    }
    for property in SceneProperty.allCases {
      guard var motions = byProperty[property] else { continue }
      try order(&motions, of: part, property)
      channels.append(
        CompiledChannel(
          slot: Int32(property.slot), first: Int32(tracks.count), count: Int32(motions.count)))
      for motion in motions { try add(motion) }
    }
    compiledParts.append(
      CompiledPart(
        part: Int32(part), depth: depth, base: Int32(bases.count),
        channels: Int32(firstChannel)..<Int32(channels.count),
        lives: Int32(firstLife)..<Int32(lives.count)))
    bases += base.prefix(depth.valueCount)
  }

  private static func isAlwaysSeen(_ life: CompiledLife) -> Bool {
    !life.isHiddenBefore && !life.isHiddenAfter
  }

  private mutating func addLives(_ part: Int) {
    for number in partElements[part] {
      guard case .element(let element) = outline.nodes[number].kind else { continue }
      let frame = frameNumbers[outline.nodes[number].frame] ?? 0
      lives.append(
        CompiledLife(
          clock: Int32(frame), isHiddenBefore: element.isHiddenBefore,
          isHiddenAfter: element.isHiddenAfter, start: times.starts[number],
          end: times.ends[number]))
    }
  }

  /// What the part has where nothing moves it; the first element that says so counts.
  private func base(of part: Int, _ depth: inout PartDepth) throws(SceneError) -> [Double] {
    var base = SceneProperty.neutralValues
    for number in partElements[part].reversed() {
      let node = outline.nodes[number]
      guard case .element(let element) = node.kind else { continue }
      for (property, components) in element.base {
        let place = "\(node.place).\(property.rawValue)"
        let compiled = try compiled(components, of: property, at: place)
        base.replaceSubrange(property.slot..<property.slot + compiled.count, with: compiled)
        depth = max(depth, property.depth)
      }
    }
    return base
  }

  private mutating func clock(of motion: Motion) throws(SceneError) -> Int {
    let timing = motion.track.timing
    if let (key, reason) = timing.complaint() {
      throw .badValue(place: "\(motion.place).\(key)", reason: reason)
    }
    guard let duration = timing.duration else {
      throw .badValue(place: motion.place + ".duration", reason: "it is missing")
    }
    if let complaint = motion.track.curve.complaint() {
      throw .badValue(place: motion.place + ".curve", reason: complaint)
    }
    let clock = CompiledClock(
      parent: motion.frame, start: motion.shift + timing.delay, duration: duration, timing)
    if let number = clockNumbers[clock] { return number }
    clockNumbers[clock] = clocks.count
    clocks.append(clock)
    return clocks.count - 1
  }

  mutating func number(of curve: Curve, at place: String) throws(SceneError) -> Int32 {
    if let complaint = curve.complaint() { throw .badValue(place: place, reason: complaint) }
    if case .linear = curve { return -1 }
    if case .bezier(let x1, let y1, let x2, let y2) = curve {
      let key = SIMD4(x1, y1, x2, y2)
      if let number = bezierNumbers[key] { return Int32(number) }
      bezierNumbers[key] = curves.count
    }
    curves.append(CompiledCurve(curve))
    return Int32(curves.count - 1)
  }

  private mutating func add(_ motion: Motion) throws(SceneError) {
    let curve = try number(of: motion.track.curve, at: motion.place + ".curve")
    let clock = Int32(motion.clock + frames.count)
    let drive = CompiledDrive(clock: clock, curve: curve)
    let number = driveNumbers[drive] ?? drives.count
    if number == drives.count {
      driveNumbers[drive] = number
      drives.append(drive)
    }
    let fill = motion.track.timing.fill
    var track = CompiledTrack(
      kind: .pair, width: 0, holdsBefore: fill == .before || fill == .both,
      holdsAfter: fill == .after || fill == .both, clock: clock, drive: Int32(number), first: 0,
      count: 0, values: Int32(values.count))
    switch motion.track.course {
    case .path(let path, let turns):
      guard path.steps.count <= PathTable.mostSteps else {
        throw .badValue(
          place: motion.place + ".path", reason: "it has more than \(PathTable.mostSteps) steps")
      }
      guard let table = PathTable(path) else {
        throw .badValue(
          place: motion.place + ".path", reason: "it has no length, or a number is not finite")
      }
      track.kind = .path
      track.width = 2
      track.first = Int32(paths.count)
      track.count = turns ? 1 : 0
      paths.append(table)
    case .keys(let keys):
      try add(keys, of: motion.track.property, to: &track, at: motion.place)
    }
    tracks.append(track)
  }
}

// MARK: - Refusing

extension SceneCompiler {
  /// Refuses what an element says in vain.
  func refuseWithoutEffect(
    _ element: Element, of part: Int, at place: String
  ) throws(SceneError) {
    if case .shared(let id) = element.source {
      let own: [(key: String, isSaid: Bool)] = [
        ("layer", element.layer != 0), ("showsBack", !element.showsBack),
        ("wipeEdge", element.wipeEdge != .left),
      ]
      for (key, isSaid) in own where isSaid {
        let reason = "it is of the part; say it of “\(id)”, which has the part"
        throw .badValue(place: "\(place).\(key)", reason: reason)
      }
    }
    if case .text = parts[part].content { return }
    let reason = "only a text has a color; give the part a tint"
    if element.base[.color] != nil {
      throw .badValue(place: "\(place).set.color", reason: reason)
    }
    if let track = element.tracks.firstIndex(where: { $0.property == .color }) {
      throw .badValue(place: "\(place).tracks[\(track)].property", reason: reason)
    }
  }
}

// MARK: - Order

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

/// When each node of a scene begins and ends, in the time of its frame.
struct SceneTimes {
  /// Each is waited for by those that come after it: all are found without recursion, as they may
  /// wait in a row of any length.
  private struct Moment: Hashable {
    var node: Int
    var isEnd: Bool
  }

  private enum Progress { case open, waiting, known }

  private(set) var starts: [Double]
  private(set) var ends: [Double]
  /// How long one pass takes of each that has a time of its own.
  private(set) var contents: [Double]
  private var progress: [Progress]

  init(_ outline: SceneOutline) throws(SceneError) {
    let count = outline.nodes.count
    starts = Array(repeating: 0, count: count)
    ends = starts
    contents = starts
    progress = Array(repeating: .open, count: 2 * count)
    for node in 0..<count { try find(Moment(node: node, isEnd: true), outline) }
  }

  /// The length of one round of the scene.
  var length: Double { ends[0] }

  func labels(_ outline: SceneOutline) throws(SceneError) -> [(name: String, time: Double)] {
    var labels: [(name: String, time: Double)] = []
    for (number, node) in outline.nodes.enumerated() {
      guard case .label = node.kind, let name = node.id else { continue }
      guard node.frame == 0 else { throw .otherTime(place: node.place, id: name) }
      labels.append((name, max(0, starts[number])))
    }
    return labels.sorted { $0.time < $1.time }
  }

  private func position(_ moment: Moment) -> Int { moment.node * 2 + (moment.isEnd ? 1 : 0) }

  private mutating func find(_ moment: Moment, _ outline: SceneOutline) throws(SceneError) {
    var stack = [moment]
    while let next = stack.last {
      switch progress[position(next)] {
      case .known:
        stack.removeLast()
        continue
      case .open, .waiting: break
      }
      let open = try needs(of: next, outline).filter { progress[position($0)] != .known }
      if let waiting = open.first(where: { progress[position($0)] == .waiting }) {
        progress[position(next)] = .waiting
        throw .cycle(places: circle(from: waiting, stack, outline))
      }
      guard open.isEmpty else {
        progress[position(next)] = .waiting
        stack += open.reversed()
        continue
      }
      try settle(next, outline)
      progress[position(next)] = .known
      stack.removeLast()
    }
  }

  /// The nodes on the way around, each once.
  private func circle(
    from moment: Moment, _ stack: [Moment], _ outline: SceneOutline
  ) -> [String] {
    let around = stack.drop { $0 != moment }.filter { progress[position($0)] == .waiting }
    var places: [String] = []
    for moment in around where moment.node != 0 {
      let node = outline.nodes[moment.node]
      let name = node.id.map { "“\($0)”" } ?? node.place
      if !places.contains(name) { places.append(name) }
    }
    return places
  }

  private func needs(
    of moment: Moment, _ outline: SceneOutline
  ) throws(SceneError) -> [Moment] {
    let node = outline.nodes[moment.node]
    let own = Moment(node: moment.node, isEnd: false)
    if moment.isEnd {
      guard case .group = node.kind else { return [own] }
      return [own] + node.children.map { Moment(node: $0, isEnd: true) }
    }
    guard moment.node != 0 else { return [] }
    switch node.start {
    case .automatic:
      if case .group(.sequence) = outline.nodes[node.parent].kind, let previous = node.previous {
        return [Moment(node: previous, isEnd: true)]
      }
      return [Moment(node: node.parent, isEnd: false)]
    case .at: return [Moment(node: node.parent, isEnd: false)]
    case .after(let id, _): return [Moment(node: try number(id, node, outline), isEnd: true)]
    case .with(let id, _): return [Moment(node: try number(id, node, outline), isEnd: false)]
    }
  }

  private func number(
    _ id: String, _ node: SceneOutline.Node, _ outline: SceneOutline
  ) throws(SceneError) -> Int {
    guard let number = outline.numbers[id] else {
      throw .unknownID(place: node.place + ".start", id: id)
    }
    guard outline.nodes[number].frame == node.frame else {
      throw .otherTime(place: node.place + ".start", id: id)
    }
    return number
  }

  private mutating func settle(_ moment: Moment, _ outline: SceneOutline) throws(SceneError) {
    let node = outline.nodes[moment.node]
    if moment.isEnd {
      try settleEnd(moment.node, node, outline)
      return
    }
    guard moment.node != 0 else { return }
    let parent = outline.nodes[node.parent]
    let around = parent.isFrame || node.parent == 0 ? 0 : starts[node.parent]
    var start = around
    switch node.start {
    case .automatic:
      switch parent.kind {
      case .group(.sequence): if let previous = node.previous { start = ends[previous] }
      case .group(.stagger(let step)): start += step * Double(node.position)
      default: break
      }
    case .at(let seconds): start += seconds
    case .after(let id, let seconds): start = ends[try number(id, node, outline)] + seconds
    case .with(let id, let seconds): start = starts[try number(id, node, outline)] + seconds
    }
    start += node.timing.delay
    guard start.isFinite else { throw .endless(place: node.place) }
    starts[moment.node] = start
  }

  private mutating func settleEnd(
    _ number: Int, _ node: SceneOutline.Node, _ outline: SceneOutline
  ) throws(SceneError) {
    let isFrame = node.isFrame || number == 0
    // Summed as the clocks do: by a rounding more, something would still be there after the end.
    let around = isFrame ? 0 : starts[number]
    var end = around
    switch node.kind {
    case .label: break
    case .element(let element):
      for track in element.tracks {
        let timing = track.timing
        guard let duration = timing.duration else { continue }
        end = max(end, (around + timing.delay) + timing.activeDuration(of: duration))
      }
    case .group: for child in node.children { end = max(end, ends[child]) }
    }
    if let duration = node.timing.duration {
      let given = around + duration
      end = abs(end - given) > ElementCourse.nearness ? given : max(end, given)
    }
    // The scene lasts until its last label, also where a group around that is over before.
    if number == 0 {
      for (label, node) in outline.nodes.enumerated() where node.frame == 0 {
        if case .label = node.kind { end = max(end, starts[label]) }
      }
    }
    guard isFrame else {
      ends[number] = end
      return
    }
    guard end.isFinite || node.timing.isPlain else { throw .endless(place: node.place) }
    contents[number] = end
    ends[number] = starts[number] + (end == 0 ? 0 : node.timing.activeDuration(of: end))
  }
}

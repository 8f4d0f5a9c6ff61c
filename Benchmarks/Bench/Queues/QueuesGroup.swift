/// Bounded queues beside those of other languages, in turns, so that what else the machine does meets
/// all of them.
let queuesGroup = Group(
  name: "queues",
  summary: "64-bit integers through a bounded queue, beside Java, Rust, C++ and AsyncStream"
) { report in
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  var missing: [String] = []
  let peers =
    Peers.areLeftOut ? [] : QueuePeer.build(in: folder.url) { missing.append($0) }
  for peer in missing { report.leaveOut(peer) }
  for pairs in [1, 2, 4] {
    let work = QueueWork(pairs: pairs, messages: 4_000_000)
    // What is slow moves fewer: a rate does not depend on how many.
    let few = QueueWork(pairs: pairs, messages: 400_000)
    let sides: [(name: String, rate: () throws -> Double)] =
      [("ours", { work.blocking() })]
      + peers.map { peer in (peer.title, { try peer.rate(work) }) }
      + [("lock and condition", { few.original() })]
    add("\(pairs) → \(pairs) threads", try measureInTurns(Peers.among(sides)), &report)
    let tasks: [(name: String, rate: () throws -> Double)] = [
      ("ours", { work.suspending() }),
      (pairs == 1 ? "AsyncStream" : "AsyncStream, \(pairs) → 1", { few.stream() }),
    ]
    add("\(pairs) → \(pairs) tasks", try measureInTurns(Peers.among(tasks)), &report)
  }
}

/// The rates of each side, after one round that does not count.
private func measureInTurns(
  _ sides: [(name: String, rate: () throws -> Double)]
) throws -> [(name: String, rate: Measured)] {
  var rates = sides.map { _ in [Double]() }
  for round in 0...7 {
    for (place, side) in sides.enumerated() {
      let rate = try side.rate()
      if round > 0 { rates[place].append(rate) }
    }
  }
  return zip(sides, rates).map { ($0.name, Measured($1)) }
}

private func add(
  _ name: String, _ sides: [(name: String, rate: Measured)], _ report: inout Report
) {
  report.add(
    Row(
      group: "queues", name: name, value: sides[0].rate.median, unit: "million/s",
      spread: sides[0].rate.spread, peers: sides.dropFirst().map { ($0.name, $0.rate.median) }))
}

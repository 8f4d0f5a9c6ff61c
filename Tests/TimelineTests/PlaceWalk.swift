import Foundation
import HikidashiBase
import HikidashiPreferences
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// A sequence of what happens to a list, after each step of which the place is looked at. It goes on in another
/// process where its own was killed.
@MainActor
final class PlaceWalk {
  /// What the next process has to know.
  private struct Progress: Codable {
    let seed: UInt64
    var taken = 0
    var next = 0
    var oldest = 0.0
    var newest = 0.0
    var steps: [String] = []
    /// Where the reader is: what they have gone to themselves.
    var place: Place?
    /// Whether the process was killed since.
    var wasKilled = false
  }

  private struct Place: Codable, Equatable {
    var id: String
    var top: Double
    var height: Double
    var bottom: Double { top + height }
  }

  private enum Step: CaseIterable {
    case above, below, between, restart, kill, resize, font, order, filter, elsewhere, away
  }

  private static let length = 8
  private let room: ReadingRoom
  private let file: URL
  private var random: SeededGenerator
  private var progress: Progress
  private let report: (String) -> Void

  /// Begins a walk, or goes on with the one that was killed in the folder.
  ///
  /// - Parameter report: Called with what went wrong.
  init(seed: UInt64, in folder: URL, report: @escaping (String) -> Void) throws {
    file = folder.appendingPathComponent("walk.json")
    progress =
      try (try? Data(contentsOf: file)).map { try JSONDecoder().decode(Progress.self, from: $0) }
      ?? Progress(seed: seed)
    random = SeededGenerator(seed: seed)
    self.report = report
    room = try ReadingRoom(at: folder.path)
  }

  /// What has happened until now.
  var told: String { "seed \(progress.seed): \(progress.steps.joined(separator: "; "))" }

  func run() async throws {
    try await room.launch()
    if progress.wasKilled, let place = progress.place {
      progress.wasKilled = false
      try check(place, after: .kill)
    } else {
      try await room.add(posts(120, 0...300))
      try await scroll(by: Double(Int.random(in: 600...4_000, using: &random)))
    }
    while progress.taken < Self.length {
      // Each step has numbers of its own, so that those after a kill are the same ones.
      random = SeededGenerator(seed: progress.seed &* 64 &+ UInt64(progress.taken) &+ 1)
      progress.taken += 1
      if Int.random(in: 0..<3, using: &random) == 0 {
        let distance = Double(Int.random(in: -600...900, using: &random))
        progress.steps.append("scroll \(distance)")
        try await scroll(by: distance)
      }
      let place = try XCTUnwrap(progress.place)
      let step = Step.allCases.randomElement(using: &random) ?? .above
      progress.steps.append("\(step) from \(place.id.suffix(4)) \(place.top)")
      try await take(step, from: place)
      try check(place, after: step)
    }
    try await room.quit()
  }

  private func scroll(by distance: Double) async throws {
    let before = try seen()
    try await room.scroll(by: distance)
    let after = try seen()
    // Who is at an end already goes nowhere.
    if progress.place == nil || after != before { progress.place = after }
  }

  private func seen() throws -> Place {
    let place = try room.place()
    let height = try room.row(of: place.id)?.height ?? 0
    return Place(id: place.id, top: place.top, height: height)
  }

  private func check(_ before: Place, after step: Step) throws {
    let row = try room.row(of: before.id)
    let told = "\(told); now \(try seen()), row \(row as Any)"
    guard let row else { return report("the post is out of view, \(told)") }
    // At its ends a list has nothing to scroll to. The reader has gone nowhere by that.
    guard !room.isAtEnd else {
      if row.top <= -row.height { report("the post is above the view, \(told)") }
      return
    }
    let isKept =
      switch step {
      case .restart, .kill: abs(row.top - before.top) <= row.height
      // Of a row that has become too low to be seen there, what is below it stays.
      case _ where before.top + row.height <= 1:
        row.top > -row.height && row.top + row.height <= before.bottom + 1
      default: abs(row.top - before.top) <= 1
      }
    if !isKept { report("the post has moved, \(told)") }
    progress.place = try seen()
  }

  private func take(_ step: Step, from place: Place) async throws {
    let (oldest, newest) = (progress.oldest, progress.newest)
    switch step {
    case .above:
      try await room.add(posts(Int.random(in: 1...60, using: &random), newest...newest + 60))
    case .below:
      try await room.add(posts(Int.random(in: 1...30, using: &random), oldest - 60...oldest))
    case .between:
      try await room.add(posts(Int.random(in: 1...20, using: &random), oldest...newest))
    case .restart:
      try await room.quit()
      try await room.launch()
    case .kill: try await die()
    case .resize:
      try await room.resize(
        Int.random(in: 360...1_200, using: &random), Int.random(in: 400...800, using: &random))
    case .font:
      try room.preferences.set(
        room.settings.size, to: Int.random(in: 70...160, using: &random))
      try await room.settle()
    case .order:
      try room.preferences.set(
        room.settings.order,
        to: room.preferences[room.settings.order] == .newestFirst ? .oldestFirst : .newestFirst)
      try await room.settle()
    case .filter:
      try room.timeline.search.text = "word3"
      try await room.settle()
      try room.timeline.search.text = ""
      try await room.settle()
    case .elsewhere:
      try room.timeline.choose(.source(ReadingRoom.source(1).id))
      try await room.settle()
      try room.timeline.choose(.all)
      try await room.settle()
    case .away:
      let source = ReadingRoom.source(place.id.contains("/none/1") ? 1 : 0)
      try room.reader.remove(source)
      try await room.shows([place.id], false)
      try room.reader.put(source)
      try await room.shows([place.id], true)
    }
  }

  /// Has the process killed while posts come above.
  private func die() async throws {
    let turns = Int.random(in: 0...200_000, using: &random)
    let more = posts(Int.random(in: 1...60, using: &random), progress.newest...progress.newest + 60)
    // What was noted is written a third of a second later, and that has passed.
    try room.save()
    progress.wasKilled = true
    try JSONEncoder().encode(progress).write(to: file, options: .atomic)
    Thread.detachNewThread {
      for _ in 0..<turns { sched_yield() }
      kill(getpid(), SIGKILL)
    }
    try await room.add(more)
    while true { await (try room.stage).nextFrame() }
  }

  private func posts(_ count: Int, _ minutes: ClosedRange<Double>) -> [Post] {
    (0..<count).map { _ in
      let minute = Double.random(in: minutes, using: &random)
      progress.oldest = min(progress.oldest, minute)
      progress.newest = max(progress.newest, minute)
      progress.next += 1
      return ReadingRoom.post(
        "q\(progress.next)", of: Int.random(in: 0...1, using: &random), minutes: minute * 7,
        words: Int.random(in: 1...90, using: &random))
    }
  }
}

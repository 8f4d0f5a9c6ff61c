import CHikidashiGTK
import HikidashiBase
import HikidashiPresentation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Alerts asked for by many threads at once. HIKIDASHI_STEPS says how many: 1,000 in `make prove`.
final class ThousandAlertsTests: XCTestCase {
  private struct Asked: Sendable {
    let item: PresentationItem<Choice>
    let priority: Int
  }

  func testAlertsOfEightThreadsComeOneAtATimeInOrder() throws {
    let count = testSteps(120)
    let seed = testSeed()
    try onLoop(within: .seconds(550)) {
      let theater = try await Theater.open()
      let queue = theater.window.presentation
      let owner = theater.window.owner
      // Nothing is shown before all are asked for, so that the order is that of all of them.
      queue.suspend()
      let asked = Guarded<[Asked]>([])
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            await withCheckedContinuation { continuation in
              Thread.detachNewThread {
                var random = SeededGenerator(seed: seed &+ UInt64(thread))
                for number in 0..<(count / 8) {
                  let priority = Int.random(in: 0..<5, using: &random)
                  let item = try? queue.enqueue(Alert("\(thread).\(number)")) {
                    $0.priority = priority
                    $0.owner = owner
                  }
                  guard let item else { continue }
                  asked.withLock { $0.append(Asked(item: item, priority: priority)) }
                }
                continuation.resume()
              }
            }
          }
        }
      }
      let all = asked.withLock { $0 }
      XCTAssertEqual(all.count, count / 8 * 8)
      let order = all.sorted { ($1.priority, $0.item.id) < ($0.priority, $1.item.id) }
      queue.resume()
      var most = 0
      for alert in order {
        try await until("“\(alert.item.name)”") { alert.item.state == .presented }
        let dialogs = Window.all.filter { $0.isDialog && gtk_widget_get_mapped($0.native) != 0 }
        most = max(most, dialogs.count)
        XCTAssertEqual(dialogs.map(\.name), [alert.item.name], "seed \(seed)")
        let dialog = try XCTUnwrap(dialogs.first)
        try await Stage(dialog).press("Return")
        let ending = await alert.item.ending
        XCTAssertEqual(ending, .answered(.ok))
      }
      XCTAssertEqual(most, 1)
      XCTAssertTrue(queue.statuses.isEmpty)
      try await theater.expectFocusBack()
      try await until("all dialogs to be freed") { !Window.all.contains(where: \.isDialog) }
      try await theater.close()
    }
  }
}

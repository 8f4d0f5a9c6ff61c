import HikidashiWidgetTesting
import HikidashiWidgets
import Synchronization
import TestSupport
import XCTest

final class SubscriptionsTests: XCTestCase {
  @MainActor
  private final class Model {
    let subscriptions = Subscriptions()
    var seen: [Int] = []
    var ticks = 0
  }

  func testWhatIsFollowedIsToldInOrder() throws {
    try onLoop {
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      let model = Model()
      model.subscriptions.follow(numbers) { [weak model] in model?.seen.append($0) }
      for number in 0..<5 { source.yield(number) }
      try await until("all numbers") { model.seen == [0, 1, 2, 3, 4] }
      model.subscriptions.cancel()
      source.yield(5)
      for _ in 0..<10 { await Task.yield() }
      XCTAssertEqual(model.seen.count, 5)
    }
  }

  func testTheTimeIsTold() throws {
    try onLoop {
      let model = Model()
      model.subscriptions.every(.milliseconds(2)) { [weak model] in model?.ticks += 1 }
      try await until("it to be told") { model.ticks > 2 }
    }
  }

  func testAllEndsWithItsOwner() throws {
    try onLoop {
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      let ended = Mutex(false)
      source.onTermination = { _ in ended.withLock { $0 = true } }
      var model: Model? = Model()
      weak let kept = model
      model?.subscriptions.follow(numbers) { [weak model] in model?.seen.append($0) }
      model?.subscriptions.every(.seconds(60)) { [weak model] in model?.ticks += 1 }
      source.yield(1)
      try await until("the number") { model?.seen == [1] }
      model = nil
      try await until("all to end") { ended.withLock { $0 } && kept == nil }
    }
  }
}

import HikidashiPresentation
import HikidashiPresentationTesting
import TestSupport
import Testing

/// A queue and its items are followed by `Observation`.
@Test @MainActor func aQueueIsFollowed() async throws {
  let presenter = TestPresenter()
  let queue = PresentationQueue(presenter: presenter)
  let names = TrackedReading { queue.statuses.map(\.name) }
  let item = try queue.enqueue(Note("a"))
  let state = TrackedReading { item.state }
  await names.wait { $0 == ["a"] }
  await state.wait { $0 == .presented }
  presenter.answer("a", with: "yes")
  await state.wait { $0 == .ended }
  await names.wait(until: \.isEmpty)
}

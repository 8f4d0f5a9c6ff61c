/// Does what many changes ask for: at once for the first, and then once for all that come within a while.
@MainActor
final class Throttle {
  private let pause: Duration
  private let body: @MainActor () async -> Void
  private var isAsked = false
  private var running: Task<Void, Never>?

  /// - Parameters:
  ///   - pause: How long it rests after it was done.
  ///   - body: What is done; it is not begun again before it ends.
  init(_ pause: Duration = .zero, _ body: @escaping @MainActor () async -> Void) {
    (self.pause, self.body) = (pause, body)
  }

  /// Whether nothing is asked for or under way.
  var isResting: Bool { running == nil }

  /// Asks that it is done.
  func callAsFunction() {
    isAsked = true
    guard running == nil else { return }
    running = Task { [weak self] in
      while let self, isAsked {
        isAsked = false
        await body()
        if pause > .zero { try? await Task.sleep(for: pause) }
      }
      self?.running = nil
    }
  }
}

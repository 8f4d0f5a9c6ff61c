public import HikidashiBase

/// What a model follows for as long as it lives: streams, observations, and the time.
///
/// ```swift
/// private let subscriptions = Subscriptions()
///
/// subscriptions.follow(store.changes) { [weak self] _ in self?.read() }
/// subscriptions.every(.seconds(60)) { [weak self] in self?.now = .now }
/// ```
///
/// All of it ends when nobody holds the `Subscriptions` any more, as when its owner goes: a closure that holds the
/// owner keeps both for ever. A part follows by its own ``Following/follow(_:_:)``.
@MainActor
public final class Subscriptions {
  private var tasks: [Task<Void, Never>] = []
  private var tokens: [ObservationToken] = []

  /// Makes one that follows nothing.
  public init() {}

  isolated deinit { cancel() }

  /// Calls a closure with each element of a sequence, until that ends.
  public func follow<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, _ body: @escaping @MainActor (Elements.Element) -> Void
  ) where Elements.Failure == Never, Elements.Element: Sendable {
    run {
      for await element in elements where !Task.isCancelled { body(element) }
    }
  }

  /// Calls a closure again and again, for the first time when a pause has passed.
  public func every(_ pause: Duration, _ body: @escaping @MainActor () async -> Void) {
    run {
      while (try? await Task.sleep(for: pause)) != nil { await body() }
    }
  }

  /// Does work on the main actor that is cancelled at the end, as one that follows something in a way of its own.
  public func run(_ work: @escaping @MainActor () async -> Void) {
    tasks.append(Task { await work() })
  }

  /// Keeps an observation until the end.
  public func keep(_ token: ObservationToken) { tokens.append(token) }

  /// Ends all of it.
  public func cancel() {
    for task in tasks { task.cancel() }
    for token in tokens { token.cancel() }
    (tasks, tokens) = ([], [])
  }
}

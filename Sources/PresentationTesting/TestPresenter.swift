public import HikidashiPresentation

/// A presenter for tests: it records the queue's calls, and reports what the test tells it to.
///
/// ```swift
/// let presenter = TestPresenter()
/// let queue = PresentationQueue(presenter: presenter, clock: ManualClock())
/// async let answer = queue.present(Question())
/// await presenter.wait { $0.shown == ["Question"] }
/// presenter.answer("Question", with: true)
/// ```
///
/// It calls no function of a `CustomPresentable`: the test answers it like every other item.
@MainActor public final class TestPresenter: Presenter {
  /// What a test presenter was called for, or told to report.
  public enum Call: Hashable, Sendable, CustomStringConvertible {
    case present(String)
    case update(String, count: Int)
    case dismiss(String)
    case abandon(String)

    public var description: String {
      switch self {
      case .present(let name): "present \(name)"
      case .update(let name, let count): "update \(name), \(count) times"
      case .dismiss(let name): "dismiss \(name)"
      case .abandon(let name): "abandon \(name)"
      }
    }
  }

  /// One view, as far as there is one.
  private struct View {
    let name: String
    var item: any Presentable
    let presented: () -> Void
    let dismissed: () -> Void
    let failed: (String) -> Void
    let answer: (any Sendable) -> Bool
  }

  /// All calls of the queue, in order.
  public private(set) var calls: [Call] = []
  /// Whether it reports that it has presented before the call returns.
  public var presentsAtOnce: Bool
  /// Whether it reports that it has dismissed before the call returns.
  public var dismissesAtOnce: Bool
  private var views: [(id: PresentationID, view: View)] = []
  private var waits:
    [(condition: @MainActor (TestPresenter) -> Bool, CheckedContinuation<Void, Never>)] = []

  /// Makes a presenter that reports by itself, or only when it is told to.
  nonisolated public init(reportsAtOnce: Bool = true) {
    presentsAtOnce = reportsAtOnce
    dismissesAtOnce = reportsAtOnce
  }

  /// The names of those that have a view, in the order in which they got it.
  public var shown: [String] { views.map(\.view.name) }

  /// The view's content, nil where nothing of this name has a view.
  public func item(_ name: String) -> (any Presentable)? { view(name)?.item }

  /// Waits until the condition holds; it is checked again after each call and each report.
  public func wait(until condition: @escaping @MainActor (TestPresenter) -> Bool) async {
    if condition(self) { return }
    await withCheckedContinuation { waits.append((condition, $0)) }
  }

  /// Reports that the view of this name is there.
  public func reportPresented(_ name: String) { view(name)?.presented() }

  /// Answers as a person would; false when there is no such view or its answer type differs.
  @discardableResult
  public func answer(_ name: String, with answer: any Sendable) -> Bool {
    view(name)?.answer(answer) ?? false
  }

  /// Closes the view as a person would, or reports that it is gone.
  public func close(_ name: String) {
    guard let view = view(name) else { return }
    remove(name)
    view.dismissed()
    check()
  }

  /// Reports that the view cannot be shown.
  public func fail(_ name: String, _ problem: String) {
    guard let view = view(name) else { return }
    remove(name)
    view.failed(problem)
    check()
  }

  public func present<Item: Presentable>(_ showing: Showing<Item>) {
    let view = View(
      name: showing.item.name, item: showing.item, presented: showing.presented,
      dismissed: showing.dismissed, failed: showing.failed
    ) { answer in
      guard let answer = answer as? Item.Answer else { return false }
      showing.answer(answer)
      return true
    }
    views.append((showing.id, view))
    calls.append(.present(view.name))
    if presentsAtOnce { showing.presented() }
    check()
  }

  public func update<Item: Presentable>(_ showing: Showing<Item>) {
    if let place = views.firstIndex(where: { $0.id == showing.id }) {
      views[place].view.item = showing.item
    }
    calls.append(.update(showing.item.name, count: showing.count))
    check()
  }

  public func dismiss<Item: Presentable>(_ showing: Showing<Item>) {
    calls.append(.dismiss(showing.item.name))
    if dismissesAtOnce {
      views.removeAll { $0.id == showing.id }
      showing.dismissed()
    }
    check()
  }

  public func abandon<Item: Presentable>(_ showing: Showing<Item>) {
    views.removeAll { $0.id == showing.id }
    calls.append(.abandon(showing.item.name))
    check()
  }

  private func view(_ name: String) -> View? { views.first { $0.view.name == name }?.view }

  private func remove(_ name: String) {
    if let place = views.firstIndex(where: { $0.view.name == name }) { views.remove(at: place) }
  }

  private func check() {
    let held = waits
    waits = []
    for wait in held {
      if wait.condition(self) { wait.1.resume() } else { waits.append(wait) }
    }
  }
}

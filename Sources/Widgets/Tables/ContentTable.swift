internal import HikidashiBase
internal import HikidashiLoading

/// A table that can show a message in place of its rows: a tree, a list, or records.
public class ContentTable: Part {
  let pages: ContentPages

  init(native: @autoclosure () -> NativeWidget, _ pages: ContentPages) {
    self.pages = pages
    super.init(native: native())
  }

  public override func nativeDied() {
    super.nativeDied()
    pages.end()
  }

  /// What rows there are to be seen.
  var rowsToSee: ContentPages.Rows { .none }

  /// Shows the rows, or what stands for none, after they have changed.
  func showRows(endsLoading: Bool = false) {
    if native != nil { pages.follow(rowsToSee, endsLoading: endsLoading) }
  }

  /// Shows where there are no rows that some may come, and after that whether some have come.
  func showWaiting(_ isWaiting: Bool) {
    if isWaiting {
      if rowsToSee == .none, native != nil { pages.show(.loading, .none) }
    } else if case .loading = pages.state {
      showRows(endsLoading: true)
    }
  }

  /// The state of the content: the rows, or the reason why there are none.
  ///
  /// A change of the rows sets it to rows, or to what stands for none.
  public var state: ContentState {
    get {
      showRows()
      return pages.state
    }
    set { if native != nil { pages.show(newValue, rowsToSee) } }
  }

  /// Sets the message that is shown if there are no rows.
  @discardableResult
  public func whenEmpty(_ content: EmptyContent) -> Self {
    pages.setEmpty(content)
    return self
  }

  /// Sets the message that is shown if a filter hides all rows.
  @discardableResult
  public func whenNothingMatches(_ content: EmptyContent) -> Self {
    pages.setUnmatched(content)
    return self
  }

  /// Sets the message that is shown if there are no rows: a text, an icon, a sentence and a button.
  ///
  /// - Parameters:
  ///   - text: What there is not, as in “No notes”.
  ///   - icon: The name of an icon.
  ///   - details: A sentence below the text.
  ///   - action: What a person can do about it: the button's title, and what it does.
  @discardableResult
  public func whenEmpty(
    _ text: String, icon: String? = nil, details: String? = nil,
    action: (title: String, run: @MainActor () -> Void)? = nil
  ) -> Self {
    whenEmpty(EmptyContent(text, icon: icon, details: details, action: action))
  }

  /// Sets the message that is shown if a filter hides all rows; see
  /// ``whenEmpty(_:icon:details:action:)``.
  @discardableResult
  public func whenNothingMatches(
    _ text: String, icon: String? = "edit-find-symbolic", details: String? = nil,
    action: (title: String, run: @MainActor () -> Void)? = nil
  ) -> Self {
    whenNothingMatches(EmptyContent(text, icon: icon, details: details, action: action))
  }
}

/// The state of a table's content: its rows, or the reason why there are none.
///
/// ```swift
/// table.state = .loading
/// do {
///   table.update(try await fetchNotes())  // .loaded, or .empty
/// } catch {
///   table.state = .failed("\(error)") { reload() }
/// }
/// ```
@MainActor
public enum ContentState {
  /// The rows are being loaded; a spinner is shown until they are there.
  case loading
  /// There are no rows; a message is shown in their place.
  case empty(EmptyContent)
  /// The rows could not be loaded, for the reason given. `retry` adds a button to try again.
  case failed(String, retry: (@MainActor () -> Void)? = nil)
  /// The rows are shown.
  case loaded
}

/// A message in place of rows if there are none.
@MainActor
public struct EmptyContent {
  /// The text, as in “No notes”.
  public var text: String
  /// The name of an icon; nil for none.
  public var icon: String?
  /// A sentence below the text; nil for none.
  public var details: String?
  /// A button below the message: its title, and what it does; nil for none.
  public var action: (title: String, run: @MainActor () -> Void)?

  /// Creates a message.
  public init(
    _ text: String, icon: String? = nil, details: String? = nil,
    action: (title: String, run: @MainActor () -> Void)? = nil
  ) {
    self.text = text
    self.icon = icon
    self.details = details
    self.action = action
  }
}

extension ContentState {
  /// The part that is shown in the place of rows; nil for the rows themselves.
  func makePage() -> Part? {
    switch self {
    case .loaded: nil
    case .loading:
      Stack(.vertical, spacing: 12) {
        Spinner(tr("Loading …"), size: 32)
        Label(tr("Loading …")).styleClass("dim-label").align(horizontal: .center)
      }.expand().align(horizontal: .center, vertical: .center)
    case .empty(let content):
      StatusPage(content.text, icon: content.icon, description: content.details) {
        if let action = content.action { Button(action.title, action.run) }
      }.styleClass("compact")
    case .failed(let reason, let retry):
      StatusPage(tr("Could not be loaded"), icon: "dialog-warning-symbolic", description: reason) {
        if let retry { Button(tr("Try Again"), retry) }
      }.styleClass("compact")
    }
  }

  var isLoaded: Bool {
    if case .loaded = self { return true }
    return false
  }
}

/// The rows of a table, and what stands in their place while there are none to show.
@MainActor
final class ContentPages {
  /// What rows there are to be seen.
  enum Rows {
    case some, filteredOut, none
  }

  let part: Stack
  private let pages: Pages
  private(set) var state = ContentState.loaded
  /// Called when something else is shown.
  var didShow: (@MainActor () -> Void)?
  private var rows = Rows.some
  private var empty: EmptyContent
  private var unmatched: EmptyContent
  private let place = Stack(.vertical, spacing: 0, [])
  private var page: Part?
  /// What stands above the rows, or above what stands for them.
  private var notice: Part?
  private var strip: ProgressBar?
  private var progress: ProgressWatch?
  private var delay: Task<Void, Never>?

  init(rows: Part, empty: EmptyContent, unmatched: EmptyContent) {
    pages = Pages(["rows": rows, "state": place.expand()])
    part = Stack(.vertical, spacing: 0, [pages])
    self.empty = empty
    self.unmatched = unmatched
  }

  /// Shows what the program says; of rows that there are not, what stands for none.
  func show(_ new: ContentState, _ rows: Rows) {
    state = new
    self.rows = rows
    if new.isLoaded, rows == .none { state = .empty(empty) }
    showPage()
  }

  /// Shows the rows, or what stands for none, after they have changed.
  ///
  /// - Parameter endsLoading: Whether rows are also shown where the program has said that there are none.
  func follow(_ rows: Rows, endsLoading: Bool) {
    switch state {
    case .loading, .failed: guard endsLoading else { return }
    case .empty where rows != .none: guard endsLoading || rows != self.rows else { return }
    case .empty, .loaded: guard rows != self.rows else { return }
    }
    show(.loaded, rows)
  }

  func setEmpty(_ content: EmptyContent) {
    empty = content
    if case .empty = state { show(.empty(content), rows) }
  }

  func setUnmatched(_ content: EmptyContent) {
    unmatched = content
    if state.isLoaded, rows == .filteredOut { showPage() }
  }

  /// Lets go of what its user gave it, which may capture the table.
  func end() {
    (state, rows) = (.loaded, .some)
    (empty, unmatched) = (EmptyContent(""), EmptyContent(""))
    didShow = nil
    showProgress(nil)
    showNotice(nil)
  }

  /// Says something above the rows that are there, with a way to try again; nil takes it away.
  func showNotice(_ text: String?, retry: @escaping @MainActor () -> Void = {}) {
    if let notice { part.remove(notice) }
    notice = text.map { text in
      Stack(.horizontal, spacing: 8) {
        Image(icon: "dialog-warning-symbolic")
        Label(text).wrapping().selectable().expand(.horizontal)
        Button(tr("Try Again"), retry).align(vertical: .center)
      }.margin(8)
    }
    if let notice { part.insert(notice, after: nil) }
  }

  /// Shows how far something is, once it takes a while; nil ends that.
  func showProgress(_ report: ProgressReport?) {
    delay?.cancel()
    progress = nil
    if let strip { part.remove(strip) }
    strip = nil
    guard let report else { return }
    delay = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(500))
      if let self, !Task.isCancelled { showStrip(report) }
    }
  }

  private func showStrip(_ report: ProgressReport) {
    let strip = ProgressBar().styleClass("osd").accessibleLabel(tr("Loading …"))
    self.strip = strip
    part.insert(strip, after: notice)
    progress = ProgressWatch(report, bar: strip) {}
  }

  private func showPage() {
    if let page { place.remove(page) }
    let isUnmatched = state.isLoaded && rows == .filteredOut
    page = (isUnmatched ? .empty(unmatched) : state).makePage()
    if let page { place.append(page) }
    pages.shown = page == nil ? "rows" : "state"
    didShow?()
  }
}

/// Shows a load in a table: how far it is, what it brought, or why it brought nothing.
@MainActor
final class ContentLoading {
  private let pages: ContentPages
  private let rows: @MainActor () -> ContentPages.Rows
  /// The load whose rows are wanted: of those before nothing is shown any more.
  private var load: AnyObject?
  private var watches: [ObservationToken] = []
  private var network: SignalConnection?

  /// - Parameter rows: What rows there are to be seen.
  init(_ pages: ContentPages, rows: @escaping @MainActor () -> ContentPages.Rows) {
    self.pages = pages
    self.rows = rows
  }

  func show<Output>(_ load: Load<Output>, take: @escaping @MainActor (Output) -> Void) {
    end()
    self.load = load
    if rows() == .none { pages.show(.loading, .none) }
    let report = ProgressReport()
    pages.showProgress(report)
    watches = [
      load.onStatus { [weak self] in
        if self?.load === load { report.fraction = $0.fraction }
      },
      load.onEnd { [weak self] outcome in
        guard let self, self.load === load else { return }
        end()
        switch outcome {
        case .success(let response): take(response.output)
        case .failure(.cancelled): break
        case .failure(let error):
          let again: @MainActor () -> Void = { [weak self] in self?.show(load.again(), take: take) }
          return tell(error, again)
        }
        pages.show(.loaded, rows())
      },
    ]
    if self.load === load { network = connectToNetwork { load.retryNetwork() } }
  }

  /// Shows nothing of the load any more.
  func end() {
    (load, watches) = (nil, [])
    network?.disconnect()
    network = nil
    pages.showProgress(nil)
    pages.showNotice(nil)
  }

  private func tell(_ error: LoadError, _ again: @escaping @MainActor () -> Void) {
    let reason = sentence("\(error)")
    if rows() == .none {
      pages.show(.failed(reason, retry: again), .none)
    } else {
      pages.showNotice(reason, retry: again)
    }
    if error.isOfConnection { network = connectToNetwork(again) }
  }
}

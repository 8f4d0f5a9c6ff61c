internal import HikidashiBase

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

/// A table that can show a message in place of its rows: a tree, a list, or records.
@MainActor
public protocol ContentTable: Part {
  /// The state of the content: the rows, or the reason why there are none.
  var state: ContentState { get set }

  /// Sets the message that is shown if there are no rows.
  @discardableResult
  func whenEmpty(_ content: EmptyContent) -> Self

  /// Sets the message that is shown if a filter hides all rows.
  @discardableResult
  func whenNothingMatches(_ content: EmptyContent) -> Self
}

extension ContentTable {
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

internal import HikidashiBase

/// What a table has to show: its rows, or why there are none.
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
  /// Something turns until there are rows.
  case loading
  /// There are no rows, and this stands in their place.
  case empty(EmptyContent)
  /// The rows could not be had: why, and what tries once more; without that there is no button.
  case failed(String, retry: (@MainActor () -> Void)? = nil)
  /// The rows are shown.
  case loaded
}

/// What stands in the place of rows where there are none.
@MainActor
public struct EmptyContent {
  public var text: String
  /// The name of an icon, or nil.
  public var icon: String?
  /// A sentence below the text, or nil.
  public var details: String?
  /// What a person can do about it: the button's title, and what it does.
  public var action: (title: String, run: @MainActor () -> Void)?

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

/// A table, in the place of whose rows something else can stand: a tree, a list, or records.
@MainActor
public protocol ContentTable: Part {
  /// What is shown: the rows, or why there are none.
  var state: ContentState { get set }

  /// Sets what stands in the place of rows where there are none.
  @discardableResult
  func whenEmpty(_ content: EmptyContent) -> Self

  /// Sets what stands in the place of rows where there are some and a filter lets none of them through.
  @discardableResult
  func whenNothingMatches(_ content: EmptyContent) -> Self
}

extension ContentTable {
  /// Sets what stands in the place of rows where there are none: a text, an icon, and a button.
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

  /// Sets what stands in the place of rows where a filter lets none of them through; see
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
        if let retry { Button(tr("Try again"), retry) }
      }.styleClass("compact")
    }
  }

  var isLoaded: Bool {
    if case .loaded = self { return true }
    return false
  }
}

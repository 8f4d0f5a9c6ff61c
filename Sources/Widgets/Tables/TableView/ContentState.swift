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

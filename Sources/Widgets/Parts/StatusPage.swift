internal import CHikidashiGTK

/// A placeholder page for when there is nothing to show: an icon, a title, a sentence, and buttons.
///
/// ```swift
/// StatusPage("No notes yet", icon: "document-new-symbolic", description: "Write the first one.") {
///   Button("New Note") { addNote() }
/// }
/// ```
public final class StatusPage: Part {
  /// Creates a status page.
  public init(
    _ title: String, icon: String? = nil, description: String? = nil,
    @PartBuilder _ content: () -> [Part] = { [] }
  ) {
    super.init(native: adw_status_page_new())
    guard let native else { return }
    adw_status_page_set_icon_name(native.opaque, icon)
    self.icon = icon
    self.title = title
    details = description
    showText()
    let parts = content()
    if !parts.isEmpty {
      Stack(.vertical, spacing: 12, parts).align(horizontal: .center).adopt {
        adw_status_page_set_child(native.opaque, $0)
      }
    }
    expand()
  }

  /// Creates a page whose words follow what the closures read.
  public convenience init(
    icon: String? = nil, title: @escaping @MainActor () -> String,
    description: @escaping @MainActor () -> String? = { nil },
    @PartBuilder _ content: () -> [Part] = { [] }
  ) {
    self.init("", icon: icon, content)
    keepUpToDate(.part, title) { [weak self] in self?.title = $0 }
    keepUpToDate(.part, description) { [weak self] in self?.details = $0 }
  }

  /// The name of an icon of the desktop's theme; nil for none.
  public var icon: String? {
    didSet { if let native { adw_status_page_set_icon_name(native.opaque, icon) } }
  }

  /// The title.
  public var title: String = "" {
    didSet { showText() }
  }

  /// The sentence below the title; it is shown as it is, without markup.
  public var details: String? {
    didSet { showText() }
  }

  private func showText() {
    guard let native else { return }
    adw_status_page_set_title(native.opaque, title)
    adw_status_page_set_description(native.opaque, details.map(escapedMarkup))
  }
}

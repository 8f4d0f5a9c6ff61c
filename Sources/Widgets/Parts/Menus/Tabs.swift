internal import CHikidashiGTK
internal import HikidashiBase

/// Several pages with tabs, one of which is shown; the user can drag tabs to other positions.
///
/// Ctrl+Tab, Ctrl+Page Up and Down and Alt+1 to 9 go to another tab, Ctrl+Shift+Page Up and Down move
/// it, and Ctrl+W closes it.
///
/// ```swift
/// let tabs = Tabs {
///   Tab("Notes", isClosable: false) { notes }
///   Tab("Report.txt", id: path) { reader }
/// }
/// tabs.onClose = { id in canClose(id) }
/// ```
public final class Tabs: Part {
  /// Called with the id of the tab that is shown now; nil when none is left.
  public var onSelect: (@MainActor (String?) -> Void)?
  /// Called before the user closes a tab; if it returns false, the tab stays.
  public var onClose: (@MainActor (String) -> Bool)?
  /// Called with the ids of all tabs in their order after the user has moved one.
  public var onReorder: (@MainActor ([String]) -> Void)?
  private var pages: [String: Page] = [:]
  private var span: Span<Tab>?
  private var lastSelected: String?
  /// The tab to show once it is there.
  private var wanted: String?
  /// Tabs come or go, by which another may be shown.
  private var isChanging = false
  /// The program moves a tab, of which nobody is told.
  private var isMoving = false

  private struct Page {
    var content: Part
    var handle: TabHandle
    var isClosable: Bool
  }

  /// Creates the tabs in a closure, the first one selected.
  public init(@ContentBuilder<Tab> _ tabs: () -> Content<Tab>) {
    super.init(native: gtk_notebook_new())
    guard let notebook else { return }
    gtk_notebook_set_scrollable(notebook, 1)
    gtk_notebook_set_show_border(notebook, 0)
    expand()
    span = Span(tabs(), in: self)
    lastSelected = selected
    on("switch-page", after: true) { [weak self] _ in self?.report() }
    on("page-removed", after: true) { [weak self] _ in self?.report() }
    on("page-reordered") { [weak self] _ in
      if let self, !isMoving { onReorder?(ids) }
    }
    listenToKeys()
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onSelect = nil
    onClose = nil
    onReorder = nil
    (pages, span) = ([:], nil)
  }

  /// The ids of the tabs in their order.
  public var ids: [String] {
    guard let notebook else { return [] }
    return (0..<gtk_notebook_get_n_pages(notebook)).compactMap {
      id(of: gtk_notebook_get_nth_page(notebook, $0))
    }
  }

  /// The id of the tab that is shown; setting an unknown id changes nothing.
  public var selected: String? {
    get {
      guard let notebook else { return nil }
      return id(of: gtk_notebook_get_nth_page(notebook, gtk_notebook_get_current_page(notebook)))
    }
    set {
      guard let notebook, let newValue, let index = ids.firstIndex(of: newValue) else { return }
      gtk_notebook_set_current_page(notebook, gint(index))
    }
  }

  /// Adds a tab at the end and shows it; if there is a tab with this id already, shows that one.
  public func open(_ tab: Tab) {
    if let notebook { add(tab, at: gtk_notebook_get_n_pages(notebook)) }
    selected = tab.id
  }

  /// Closes a tab without asking ``onClose``.
  public func close(_ id: String) {
    guard let notebook, let child = pages[id]?.content.native else { return }
    let index = gtk_notebook_page_num(notebook, child)
    pages[id] = nil
    changing { gtk_notebook_remove_page(notebook, index) }
  }

  /// Shows at the next start the tab that was shown last, as soon as it is there.
  ///
  /// - Parameters:
  ///   - key: The name under which it is kept, unique among the tabs of the app.
  ///   - document: What the tabs show, where they are some of several; that of the 200 that were used last
  ///     is kept.
  ///   - store: Where it is kept; nil takes the app's ``App/state``.
  @discardableResult
  public func keeping(
    _ key: String, for document: String? = nil, in store: StateStore? = nil
  ) -> Self {
    keepState(
      key, for: document, in: store, as: "tab", { [weak self] in self?.wanted ?? self?.selected },
      putBack: { [weak self] id in
        self?.wanted = id
        self?.showWanted()
      })
  }

  private func showWanted() {
    guard let id = wanted, pages[id] != nil else { return }
    wanted = nil
    selected = id
  }

  private func changing(_ change: () -> Void) {
    isChanging = true
    change()
    isChanging = false
  }

  /// Sets the title of a tab.
  public func setTitle(_ title: String, of id: String) { pages[id]?.handle.title = title }

  /// Shows or hides a turning wheel in a tab.
  public func setLoading(_ isLoading: Bool, _ id: String) {
    pages[id]?.handle.spinner.isVisible = isLoading
  }

  /// Shows a number in a tab, for example of new messages; 0 hides it.
  public func setBadge(_ count: Int, _ id: String) { pages[id]?.handle.badge.show(count) }

  private var notebook: OpaquePointer? { native?.opaque }

  private func add(_ tab: Tab, at place: gint) {
    guard let notebook, pages[tab.id] == nil else { return }
    let id = tab.id
    let handle = TabHandle(tab) { [weak self] in self?.askToClose(id) }
    tab.content.adopt { child in
      pages[id] = Page(content: tab.content, handle: handle, isClosable: tab.isClosable)
      handle.adopt { handle in
        changing { gtk_notebook_insert_page(notebook, child, handle, place) }
      }
      handle.nameTab()
      gtk_notebook_set_tab_reorderable(notebook, child, 1)
      gtk_notebook_set_menu_label_text(notebook, child, tab.title)
    }
    showWanted()
  }

  private func id(of child: NativeWidget?) -> String? {
    guard let child else { return nil }
    return pages.first { $0.value.content.native == child }?.key
  }

  private func report() {
    let selected = selected
    guard selected != lastSelected else { return }
    lastSelected = selected
    // Who chooses another one while it is still to come does not want it any more.
    if !isChanging { wanted = nil }
    stateKeeper?.note("tab")
    onSelect?(selected)
  }

  private func askToClose(_ id: String) {
    guard pages[id]?.isClosable == true, onClose?(id) ?? true else { return }
    close(id)
  }

  private func listenToKeys() {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      return self?.pressed(Int32(clamping: arguments.uint(1)), GdkModifierType(held)) ?? false
    }
  }

  private func pressed(_ key: Int32, _ held: GdkModifierType) -> Bool {
    let controlShift = GdkModifierType(GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
    switch (key, held) {
    case (GDK_KEY_Tab, GDK_CONTROL_MASK), (GDK_KEY_Page_Down, GDK_CONTROL_MASK): go(by: 1)
    case (GDK_KEY_ISO_Left_Tab, controlShift), (GDK_KEY_Page_Up, GDK_CONTROL_MASK): go(by: -1)
    case (GDK_KEY_Page_Down, controlShift): move(by: 1)
    case (GDK_KEY_Page_Up, controlShift): move(by: -1)
    case (GDK_KEY_w, GDK_CONTROL_MASK):
      guard let selected else { return false }
      askToClose(selected)
    case (GDK_KEY_1...GDK_KEY_9, GDK_ALT_MASK):
      let index = Int(key - GDK_KEY_1)
      guard ids.indices.contains(index) else { return false }
      selected = ids[index]
    default: return false
    }
    return true
  }

  /// Goes to the next tab; from the last to the first.
  private func go(by step: Int) {
    let ids = ids
    guard let selected, let index = ids.firstIndex(of: selected) else { return }
    self.selected = ids[(index + step + ids.count) % ids.count]
  }

  private func move(by step: Int) {
    guard let notebook, let selected, let child = pages[selected]?.content.native,
      let index = ids.firstIndex(of: selected), ids.indices.contains(index + step)
    else { return }
    gtk_notebook_reorder_child(notebook, child, gint(index + step))
  }
}

extension Tabs: SpanHost {
  func insert(_ tab: Tab, after previous: Tab?) { add(tab, at: place(after: previous)) }

  /// Takes a tab away; what it shows can be shown again.
  func remove(_ tab: Tab) {
    guard let notebook, let page = pages[tab.id], page.content === tab.content else { return }
    pages[tab.id] = nil
    tab.content.orphan { child in
      changing { gtk_notebook_remove_page(notebook, gtk_notebook_page_num(notebook, child)) }
    }
  }

  func stands(_ tab: Tab) -> Bool { pages[tab.id]?.content === tab.content }

  func move(_ tab: Tab, after previous: Tab?) {
    guard let notebook, let child = pages[tab.id]?.content.native else { return }
    let place = place(after: previous)
    // Without itself those behind it stand one place before.
    let own = gtk_notebook_page_num(notebook, child)
    isMoving = true
    gtk_notebook_reorder_child(notebook, child, own < place ? place - 1 : place)
    isMoving = false
  }

  private func place(after previous: Tab?) -> gint {
    guard let notebook, let child = previous.flatMap({ pages[$0.id]?.content.native }) else {
      return 0
    }
    return gtk_notebook_page_num(notebook, child) + 1
  }
}

/// What stands in the tab: an icon, the title, what goes on, and the button to close.
@MainActor
private final class TabHandle: Stack {
  private let label: Label
  let badge = Badge(0)
  let spinner: Spinner

  init(_ tab: Tab, close: @escaping @MainActor () -> Void) {
    label = Label(tab.title).styleClass("hk-tab-title")
    spinner = Spinner(tr("Loading")).visible(false)
    var parts: [Part] = [spinner]
    if let icon = tab.icon { parts.append(Image(icon: icon)) }
    parts += [label, badge]
    if tab.isClosable {
      let button = Button(icon: "window-close-symbolic", label: tr("Close Tab"), close)
        .styleClass("flat", "circular", "hk-close-tab")
        .align(horizontal: .center, vertical: .center)
      TabHandle.sheet.install()
      // The keyboard has Ctrl+W, and goes from tab to tab without stopping here.
      button.native.map { gtk_widget_set_focusable($0, 0) }
      parts.append(button)
    }
    super.init(.horizontal, spacing: 6, parts)
  }

  /// The button is as large as a finger needs it, and the title has more room than the button.
  private static let sheet = StyleSheet(
    "hikidashi-tabs",
    css: """
      tab .hk-tab-title { min-width: 40px; }
      tab button.hk-close-tab { margin: 0; padding: 0; min-width: 24px; min-height: 24px; }
      """)

  var title: String {
    get { label.text }
    set {
      label.text = newValue
      nameTab()
    }
  }

  /// GTK calls every tab “Tab”; the tab is the widget around this one.
  func nameTab() {
    guard let tab = native.flatMap({ gtk_widget_get_parent($0) }) else { return }
    setAccessible(tab, GTK_ACCESSIBLE_PROPERTY_LABEL, title)
  }
}

/// A tab of ``Tabs``: a title and the content of its page.
@MainActor
public struct Tab {
  /// The identity of the tab, unique among the tabs.
  public var id: String
  /// The title.
  public var title: String
  /// The name of an icon of the desktop's theme.
  public var icon: String?
  /// Whether the user can close the tab.
  public var isClosable: Bool
  /// The content of the page.
  public var content: Part

  /// Creates a tab.
  ///
  /// - Parameters:
  ///   - title: What the tab shows.
  ///   - id: Its identity; nil takes the title.
  ///   - icon: The name of an icon of the desktop's theme.
  ///   - isClosable: Whether it has a button to close it, and closes by Ctrl+W.
  ///   - content: What is shown under it, one part over the other.
  public init(
    _ title: String, id: String? = nil, icon: String? = nil, isClosable: Bool = true,
    @PartBuilder _ content: () -> [Part]
  ) {
    self.id = id ?? title
    self.title = title
    self.icon = icon
    self.isClosable = isClosable
    let parts = content()
    self.content =
      parts.count == 1 ? parts[0] : Stack(.vertical, spacing: 0, parts)
  }
}

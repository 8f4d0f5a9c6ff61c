internal import CHikidashiGTK
internal import HikidashiBase

/// Pages that lie on one another: a new one slides over the one before, and Back takes it away again.
///
/// The keys for Back are Alt+Left, Escape, the key and the mouse button of that name; a touch pad swipes.
///
/// ```swift
/// let stack = NavigationStack("Authors", authors)
/// authors.onActivate = { row in stack.push(row.item.name, books(of: row.item)) }
/// Window("Library") {
///   HeaderBar { stack.makeBackButton() }
///   stack
/// }
/// ```
///
/// What is below keeps its place, its selection and its keyboard focus.
public final class NavigationStack: Part {
  private struct Page {
    let title: String
    let part: Part
  }

  private var pages: [Page] = []
  /// Those that slide away.
  private var leaving: [Part] = []
  private var turner: PageTurner?
  private let observed = ObservedState()
  /// Called when another page is on top, with how many there are.
  public var onChange: (@MainActor (Int) -> Void)?

  /// Creates a stack with its lowest page, which always stays.
  ///
  /// - Parameters:
  ///   - title: What the page is called, as a header shows it.
  ///   - part: What is on it.
  public init(_ title: String, _ part: Part) {
    super.init(native: adw_leaflet_new())
    guard let native else { return }
    adw_leaflet_set_can_unfold(native.opaque, 0)
    adw_leaflet_set_homogeneous(native.opaque, 1)
    adw_leaflet_set_transition_type(native.opaque, ADW_LEAFLET_TRANSITION_TYPE_SLIDE)
    adw_leaflet_set_can_navigate_back(native.opaque, 1)
    put(Page(title: title, part: part))
    on("notify::visible-child") { [weak self] _ in self?.shown() }
    on("notify::child-transition-running") { [weak self] _ in self?.settle() }
    expand()
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onChange = nil
    turner = nil
    pages = []
    leaving = []
  }

  /// How many pages lie on one another; 1 is the lowest alone.
  public var count: Int {
    observed.willRead()
    return pages.count
  }

  /// What the page on top is called.
  public var title: String {
    observed.willRead()
    return pages.last?.title ?? ""
  }

  /// Whether there is a page below the one on top.
  public var canGoBack: Bool { count > 1 }

  /// Lays a page over the others, and moves the keyboard into it.
  ///
  /// - Parameters:
  ///   - title: What the page is called.
  ///   - part: What is on it; one that stands in a window already is not added.
  public func push(_ title: String, _ part: Part) {
    guard native != nil, part.isFree else { return }
    put(Page(title: title, part: part))
    if let page = part.nativeInParent { turn(to: page, isBack: false) }
    part.focus()
    changed()
  }

  /// Takes the page on top away; the lowest one stays.
  public func pop() { pop(to: pages.count - 1) }

  /// Takes away as many pages as needed for `count` to be left, at least one.
  public func pop(to count: Int) {
    guard native != nil, count >= 1, count < pages.count,
      let page = pages[count - 1].part.nativeInParent
    else {
      return
    }
    turn(to: page, isBack: true)
  }

  /// Says how pages come and go by ``push(_:_:)`` and ``pop()``; they slide over one another if nothing is
  /// said. A swipe always moves them with the finger.
  ///
  /// It must be said before the stack is placed into another part.
  @discardableResult
  public func transition(_ transition: PageTransition) -> Self {
    turner = PageTurner(self, transition)
    return self
  }

  private func turn(to page: NativeWidget, isBack: Bool) {
    guard let native else { return }
    guard let turner else { return adw_leaflet_set_visible_child(native.opaque, page) }
    turner.turn(isBack: isBack) {
      // What is not seen libadwaita changes at once.
      gtk_widget_set_child_visible(native, 0)
      adw_leaflet_set_visible_child(native.opaque, page)
      gtk_widget_set_child_visible(native, 1)
    }
  }

  /// Makes a button that goes back; it is seen while there is a page below.
  public func makeBackButton() -> Button {
    Button(icon: "go-previous-symbolic", label: tr("Back")) { [weak self] in self?.pop() }
      .visible { [weak self] in self?.canGoBack ?? false }
  }

  private func put(_ page: Page) {
    guard let native else { return }
    page.part.adopt { _ = adw_leaflet_append(native.opaque, $0) }
    pages.append(page)
  }

  /// Another page is on top: pushed, popped or swiped.
  private func shown() {
    guard let native, let top = adw_leaflet_get_visible_child(native.opaque),
      let place = pages.lastIndex(where: { $0.part.nativeInParent == top }), place < pages.count - 1
    else { return }
    leaving += pages[(place + 1)...].map(\.part)
    pages.removeSubrange((place + 1)...)
    // What had the keyboard there before has it again.
    if let root = gtk_widget_get_root(native),
      gtk_root_get_focus(root).map({ gtk_widget_is_ancestor($0, top) == 0 }) ?? true
    {
      pages[place].part.focus()
    }
    changed()
    settle()
  }

  /// Removes what has slid away.
  private func settle() {
    guard let native, adw_leaflet_get_child_transition_running(native.opaque) == 0 else { return }
    for part in leaving { part.orphan { adw_leaflet_remove(native.opaque, $0) } }
    leaving = []
  }

  private func changed() {
    observed.didChange()
    onChange?(pages.count)
  }
}

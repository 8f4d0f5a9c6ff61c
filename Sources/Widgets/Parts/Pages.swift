internal import CHikidashiGTK

/// Several parts in one place, of which one is shown at a time.
///
/// The keyboard focus moves to the part that is shown: it never stays in a hidden one.
///
/// ```swift
/// let pages = Pages(["list": list, "empty": StatusPage("Nothing here")])
/// pages.shown = "empty"
/// ```
public final class Pages: Part {
  private var names: [String]
  private var turner: PageTurner?

  /// Creates pages, of which the first is shown.
  ///
  /// - Parameter pages: Names and parts; the first is shown.
  public init(_ pages: KeyValuePairs<String, Part>) {
    names = pages.map(\.key)
    super.init(native: gtk_stack_new())
    guard let native else { return }
    for (name, part) in pages {
      part.adopt { _ = gtk_stack_add_named(native.opaque, $0, name) }
    }
    on("notify::visible-child") { [weak self] _ in self?.stateKeeper?.note("page") }
    expand()
  }

  /// Adds a page behind the others.
  ///
  /// - Parameters:
  ///   - name: A name that no other page has.
  ///   - part: What it shows.
  public func add(_ name: String, _ part: Part) {
    guard let native, !names.contains(name) else { return }
    names.append(name)
    part.adopt { _ = gtk_stack_add_named(native.opaque, $0, name) }
  }

  /// The name of the part that is shown; setting an unknown name changes nothing.
  public var shown: String {
    get {
      guard let native, let name = gtk_stack_get_visible_child_name(native.opaque) else {
        return ""
      }
      return String(cString: name)
    }
    set {
      guard let native, gtk_stack_get_child_by_name(native.opaque, newValue) != nil else { return }
      let isBack = place(of: newValue) < place(of: shown)
      guard newValue != shown, let turner else { return show(newValue) }
      turner.turn(isBack: isBack) { show(newValue) }
    }
  }

  private func show(_ name: String) {
    guard let native else { return }
    gtk_stack_set_visible_child_name(native.opaque, name)
    takeFocusAlong()
  }

  private func place(of name: String) -> Int { names.firstIndex(of: name) ?? 0 }

  /// Says how one page takes the place of another; they come and go at once if nothing is said. A page
  /// that stands before the one that is shown is gone back to.
  ///
  /// It must be said before the pages are placed into another part.
  @discardableResult
  public func transition(_ transition: PageTransition) -> Self {
    turner = PageTurner(self, transition)
    return self
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    turner = nil
  }

  /// Shows at the next start the page that was shown last.
  ///
  /// - Parameters:
  ///   - key: The name under which it is kept, unique among the pages of the app.
  ///   - document: What the pages show, where they are some of several; that of the 200 that were used
  ///     last is kept.
  ///   - store: Where it is kept; nil takes the app's ``App/state``.
  @discardableResult
  public func keeping(
    _ key: String, for document: String? = nil, in store: StateStore? = nil
  ) -> Self {
    keepState(
      key, for: document, in: store, as: "page", { [weak self] in self?.shown },
      putBack: { [weak self] in self?.shown = $0 })
  }

  /// GTK leaves the keyboard in the page that was hidden where the new one has nothing that takes it.
  private func takeFocusAlong() {
    guard let native, let root = gtk_widget_get_root(native), let focus = gtk_root_get_focus(root),
      gtk_widget_is_ancestor(focus, native) != 0, gtk_widget_get_child_visible(native) != 0,
      let child = gtk_stack_get_visible_child(native.opaque), focus != child,
      gtk_widget_is_ancestor(focus, child) == 0
    else { return }
    if gtk_widget_child_focus(child, GTK_DIR_TAB_FORWARD) == 0 { gtk_root_set_focus(root, nil) }
  }
}

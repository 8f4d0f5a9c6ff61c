internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPreferences

/// An editor for settings: pages, groups and rows, made from the definitions of the settings.
///
/// ```swift
/// PreferencesView(store)                                    // in a window, a sheet, a tab
/// PreferencesView(store, applying: .together, custom: ["page.font": { FontRow($0) }])
/// ```
///
/// A row has the input for the setting's type, its title and help, what is wrong with what was
/// entered beside it, and a button that resets it where it is other than its default. Rows follow the
/// conditions of their settings, and what is changed elsewhere. The search looks through titles, help
/// and keys. A page is made when it is shown first, a screenful of rows at a time.
public final class PreferencesView: Part {
  /// When a change takes effect.
  public enum Applying: Sendable {
    /// Each change takes effect at once.
    case live
    /// All changes take effect together when a button is pressed; another button takes them back.
    case together
  }

  /// Makes the part that replaces the input in a row; it is dim while its setting cannot be
  /// changed.
  public typealias CustomRow = @MainActor (PreferenceStore) -> Part

  private let model: PreferencesModel
  private var pages: [(name: String, title: String, page: PreferencesPage)] = []
  /// The field to search for settings.
  public let search = SearchField(tr("Search settings"))
  private let stack: NativeWidget
  private let nothing = StatusPage(tr("No settings found"))
  private let message = Label().wrapping().styleClass("error").visible(false)
  private var buttons: (revert: Button, apply: Button)?
  private var split: NavigationSplit?
  private var words: [String: String] = [:]
  /// The page from which a search went out; nil without one.
  private var pageBefore: String?

  /// Makes a view of the settings in a store.
  ///
  /// - Parameters:
  ///   - store: The settings.
  ///   - applying: When a change takes effect.
  ///   - custom: Parts in place of inputs, by the whole keys of settings.
  ///   - actions: Buttons in rows of their own.
  public init(
    _ store: PreferenceStore, applying: Applying = .live, custom: [String: CustomRow] = [:],
    actions: [PreferenceAction] = []
  ) {
    model = PreferencesModel(store, isLive: applying == .live)
    Toolkit.start()
    stack = gtk_stack_new()
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    StyleSheet.preferences.install()
    makePages(custom, actions)
    layOut(applying)
    model.onChange = { [weak self] change in
      guard let self else { return }
      for (_, _, page) in pages { page.show(change) }
      showButtons()
    }
    model.onRefusal = { [weak self] position, complaint in
      self?.row(of: position)?.input?.hint(sentence(complaint))
    }
    search.onChange = { [weak self] in self?.find($0) }
    letAppSave(store)
    expand()
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    model.end()
    pages = []
  }

  private func makePages(_ custom: [String: CustomRow], _ actions: [PreferenceAction]) {
    let root = model.schema.root
    let general = PreferenceSchema.Section(
      root, title: root.title.isEmpty ? tr("General") : root.title)
    let own = actions.filter { $0.group.isEmpty }
    let first = root.preferences.isEmpty && own.isEmpty ? [] : [general]
    let sections = first + root.sections
    for section in sections {
      var groups: [PreferencesPage.Group] = []
      // A sidebar names each page; where there is but one, nothing else says its title.
      let isNamed = sections.count > 1 || root.title.isEmpty && section.key.isEmpty
      gather(section, isNamed: isNamed, actions, &groups)
      let page = PreferencesPage(groups, model, custom)
      pages.append((section.key.isEmpty ? "." : section.key, section.title, page))
    }
    for (name, title, page) in pages {
      page.adopt { _ = gtk_stack_add_titled(stack.opaque, $0, name, title) }
    }
    connect(stack, "notify::visible-child") { [weak self] _ in
      self?.shownPage?.start()
      return false
    }
    shownPage?.start()
  }

  /// The groups of a page: its own settings first, then those of the groups in it.
  ///
  /// - Parameter isNamed: Whether its title is to be read elsewhere.
  private func gather(
    _ section: PreferenceSchema.Section, isNamed: Bool, _ actions: [PreferenceAction],
    _ groups: inout [PreferencesPage.Group]
  ) {
    let own = actions.filter { $0.group == section.key }
    if !section.preferences.isEmpty || !own.isEmpty || !section.help.isEmpty {
      groups.append(
        PreferencesPage.Group(
          title: isNamed ? "" : section.title, help: section.help,
          preferences: section.preferences, actions: own))
    }
    guard !section.key.isEmpty else { return }
    for inner in section.sections { gather(inner, isNamed: false, actions, &groups) }
  }

  private func layOut(_ applying: Applying) {
    guard let box = native?.cast(to: GtkBox.self) else { return }
    nothing.details = tr("Try fewer words.")
    // Narrower than this, pages and their names take turns.
    let shown = Part(native: stack).expand().minimumSize(width: 300)
    let split = pages.count > 1 ? makeSplit(nothing.visible(false).expand(), shown) : nil
    let top = Stack(.horizontal, spacing: 6, [search.expand(.horizontal)])
    if let split {
      self.split = split
      let back = split.makeBackButton()
      back.adopt { button in
        top.native.map { gtk_box_prepend($0.cast(to: GtkBox.self), button) }
      }
    }
    top.margin(12).adopt { gtk_box_append(box, $0) }
    for part in split.map({ [$0] }) ?? [nothing.visible(false).expand(), shown] as [Part] {
      part.adopt { gtk_box_append(box, $0) }
    }
    guard applying == .together else { return }
    let revert = Button(tr("_Revert")) { [weak self] in self?.revert() }
    let apply = Button(tr("_Apply")) { [weak self] in self?.apply() }
      .styleClass("suggested-action")
    buttons = (revert, apply)
    Stack(.horizontal, spacing: 6) {
      message.expand(.horizontal)
      revert
      apply
    }.margin(12).adopt { gtk_box_append(box, $0) }
    showButtons()
  }

  /// The names of the pages beside them, or, where there is no room, on a page of their own.
  private func makeSplit(_ nothing: Part, _ shown: Part) -> NavigationSplit {
    let sidebar = Part(native: gtk_stack_sidebar_new()).expand(.vertical)
    let split = NavigationSplit(width: 160) {
      sidebar
    } detail: {
      nothing
      shown
    }
    guard let native = sidebar.native else { return split }
    gtk_stack_sidebar_set_stack(native.opaque, stack.opaque)
    if let list = first(gtk_list_box_get_type(), in: native) {
      connect(list, "row-activated") { [weak split] _ in
        split?.showDetail()
        return false
      }
    }
    return split
  }

  private func first(_ type: GType, in widget: NativeWidget) -> NativeWidget? {
    if g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), type) != 0 { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let inner = child {
      if let found = first(type, in: inner) { return found }
      child = gtk_widget_get_next_sibling(inner)
    }
    return nil
  }

  /// The key of the outermost group whose page is shown; empty for the settings outside of groups. A key
  /// that no page has is passed over.
  public var page: String {
    get {
      let name = gtk_stack_get_visible_child_name(stack.opaque).map { String(cString: $0) } ?? "."
      return native == nil || name == "." ? "" : name
    }
    set {
      let name = newValue.isEmpty ? "." : newValue
      guard native != nil, pages.contains(where: { $0.name == name }) else { return }
      gtk_stack_set_visible_child_name(stack.opaque, name)
    }
  }

  private var shownPage: PreferencesPage? {
    guard let name = gtk_stack_get_visible_child_name(stack.opaque) else { return nil }
    return pages.first { $0.name == String(cString: name) }?.page
  }

  private func row(of position: Int) -> PreferenceRow? {
    pages.lazy.compactMap { $0.page.rows[position] }.first
  }

  /// Shows the page of a setting and moves the focus to its input; does nothing for a setting that
  /// the view does not have.
  public func show(_ preference: some PreferenceHandle) {
    guard let position = model.schema.position(of: preference.definition) else { return }
    for (name, _, page) in pages {
      guard page.groups.contains(where: { $0.preferences.contains(position) }) else { continue }
      endSearch()
      gtk_stack_set_visible_child_name(stack.opaque, name)
      split?.showDetail()
      page.row(of: position)?.input?.focus()
    }
  }

  /// The row of a setting, which is made if it has to be.
  func row(of preference: some PreferenceHandle) -> PreferenceRow? {
    guard let position = model.schema.position(of: preference.definition) else { return nil }
    let page = pages.first { $0.page.groups.contains { $0.preferences.contains(position) } }
    return page?.page.row(of: position)
  }

  /// The number of rows that have been made.
  package var rowCount: Int { pages.reduce(0) { $0 + $1.page.madeCount } }

  /// Whether there are changes that were not applied yet.
  public var isDirty: Bool {
    model.isDirty || !model.isLive && secrets.contains(where: \.isDirty)
  }

  private var secrets: [SecretInput] {
    pages.flatMap { $0.page.rows.values.compactMap(\.secret) }
  }

  /// Applies all changes; where an input is not valid, applies none and moves the focus to it.
  /// Secrets are stored a moment later: one that cannot be stored says so, and is still to be
  /// applied.
  ///
  /// - Returns: Whether all was right.
  @discardableResult
  public func apply() -> Bool {
    for (name, _, page) in pages {
      for (position, row) in page.rows.sorted(by: { $0.key < $1.key }) {
        // What a search hides is applied, too.
        guard let input = row.input, !input.isValid, model.draft.visible[position] else { continue }
        endSearch()
        gtk_stack_set_visible_child_name(stack.opaque, name)
        split?.showDetail()
        input.reveal()
        input.focus()
        return false
      }
    }
    let complaint = model.apply()
    if complaint == nil { for secret in secrets { secret.save() } }
    show(message: complaint)
    showButtons()
    return complaint == nil
  }

  /// Takes all changes as ``apply()`` does; whether that was done, secrets included.
  func applyAll() async -> Bool {
    guard apply() else { return false }
    for secret in secrets { await secret.storing?.task.value }
    return !isDirty
  }

  /// Takes back all changes that were not applied.
  public func revert() {
    model.revert()
    for (_, _, page) in pages { for row in page.rows.values { row.showAgain() } }
    show(message: nil)
    showButtons()
  }

  private func show(message text: String?) {
    message.text = text.map(sentence) ?? ""
    message.isVisible = text != nil
  }

  private func showButtons() {
    buttons?.revert.isEnabled = isDirty
    buttons?.apply.isEnabled = isDirty
  }

  /// Lets all settings be seen again.
  private func endSearch() {
    if !search.text.isEmpty { search.text = "" }
  }

  /// Shows the settings in which all words are found, and the first page that has one.
  private func find(_ text: String) {
    let wanted = text.lowercased().split(whereSeparator: \.isWhitespace)
    var firstFound: String?
    var isShownFound = false
    var shown = gtk_stack_get_visible_child_name(stack.opaque).map { String(cString: $0) }
    if !wanted.isEmpty, pageBefore == nil { pageBefore = shown }
    // GTK goes to another page when one is hidden: the way back is to where the search began.
    if wanted.isEmpty, let before = pageBefore { (shown, pageBefore) = (before, nil) }
    for (name, title, page) in pages {
      let found = Set(
        page.groups.flatMap { group in
          group.preferences.filter { position in
            let words = searched(position, "\(title) \(group.title)")
            return wanted.allSatisfy { words.contains($0) }
          }
        })
      page.find(wanted.isEmpty ? nil : found)
      let isAny = wanted.isEmpty || found.contains { model.draft.visible[$0] }
      if let native = page.native, let item = gtk_stack_get_page(stack.opaque, native) {
        gtk_stack_page_set_visible(item, isAny ? 1 : 0)
      }
      if isAny, firstFound == nil { firstFound = name }
      if isAny, name == shown { isShownFound = true }
    }
    if let target = isShownFound ? shown : firstFound {
      gtk_stack_set_visible_child_name(stack.opaque, target)
    }
    gtk_widget_set_visible(stack, firstFound == nil ? 0 : 1)
    nothing.isVisible = firstFound == nil
  }

  /// All that a search looks through.
  private func searched(_ position: Int, _ headings: String) -> String {
    let entry = model.schema.entries[position]
    if let known = words[entry.key] { return known }
    let definition = entry.definition
    let all =
      [definition.title, definition.help, entry.key, headings] + definition.choices.map(\.title)
    let text = all.joined(separator: "\n").lowercased()
    words[entry.key] = text
    return text
  }
}

extension StyleSheet {
  /// Rows with a line between them, whichever of them are seen.
  fileprivate static var preferences: StyleSheet {
    StyleSheet(
      "preferences",
      css: """
        .preferences .preference { padding: 9px 12px; min-height: 34px; }
        .preferences .preference { border-top: 1px solid alpha(currentColor, 0.12); }
        .preferences .preference:first-child { border-top: none; }
        """)
  }
}

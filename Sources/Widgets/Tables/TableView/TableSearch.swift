internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiOutlines

/// Keeps the rows of a table that have certain words, typed among the rows or in a field above them.
@MainActor
final class TableSearch<Item: Sendable> {
  let bar: Part
  /// Called when other words are asked for.
  var onWords: (@MainActor (String) -> Void)?
  /// Copies what is selected, and returns false when there is nothing.
  var copy: (@MainActor () -> Bool)?
  /// Whether there are rows that letters can filter.
  var hasRows: (@MainActor () -> Bool)?
  private let field = SearchField(tr("Filter"))
  private let view: OutlineView<Item>

  init(_ view: OutlineView<Item>) {
    self.view = view
    bar = Stack(.horizontal, spacing: 0, [field.expand(.horizontal)])
    bar.styleClass("hk-table-search").visible(false)
    field.margin(6)
    // It takes the width of the list.
    if let native = field.native {
      gtk_editable_set_width_chars(native.opaque, 4)
      gtk_editable_set_max_width_chars(native.opaque, 4)
    }
    // Letters filter here; they do not jump.
    view.jumpsToLetters = false
    field.onChange = { [weak self] words in self?.onWords?(words) }
    field.onMoveDown = { [weak self] in self?.goToRows() }
    field.onSubmit = { [weak self] _ in self?.goToRows() }
    field.onCancel = { [weak self] in
      self?.end()
      self?.goToRows()
    }
    guard let list = view.accessibleNative, let keys = gtk_event_controller_key_new() else {
      return
    }
    gtk_widget_add_controller(list, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      return self?.pressed(RowKey(arguments.uint(1), held: held), keys) ?? false
    }
  }

  var isOpen: Bool { bar.isVisible }

  /// The words in the field; it opens for some.
  var words: String {
    get { field.text }
    set {
      if !newValue.isEmpty { bar.isVisible = true }
      field.text = newValue
    }
  }

  /// Has the list ask for the width of the field from the beginning: it must not grow as that opens.
  func reserveWidth() {
    guard let field = field.native, let view = view.root else { return }
    var width: gint = 0
    gtk_widget_measure(field, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    gtk_widget_set_size_request(view, width, -1)
  }

  private func pressed(_ key: RowKey?, _ keys: OpaquePointer) -> Bool {
    switch key {
    case .copy: return copy?() ?? false
    case .find:
      bar.isVisible = true
      return field.focus()
    case .escape where isOpen:
      end()
      return true
    case .letter where hasRows?() ?? false: return take(keys)
    default: return false
    }
  }

  /// Hands the key that is being pressed to the field, which then takes the keyboard.
  ///
  /// - Returns: False when it is no key that writes something.
  private func take(_ keys: OpaquePointer) -> Bool {
    let wasOpen = isOpen
    bar.isVisible = true
    guard field.take(keys) else {
      bar.isVisible = wasOpen
      return false
    }
    return true
  }

  /// Brings all rows back and closes the field.
  func end() {
    guard isOpen else { return }
    if !field.text.isEmpty { field.text = "" }
    bar.isVisible = false
  }

  private func goToRows() {
    guard view.outline.rowCount > 0 else { return }
    let row = view.outline.selectedIDs.compactMap { view.outline.row(of: $0) }.first
    view.focus(row: row ?? 0)
  }
}

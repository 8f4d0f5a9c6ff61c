internal import CHikidashiGTK
internal import CHikidashiXTest
public import HikidashiWidgets

/// A widget as a screen reader presents it: role, name, states and children.
@MainActor
public struct AccessibleElement {
  /// The widget.
  public let native: NativeWidget

  /// Creates the element of a widget.
  public init(_ native: NativeWidget) { self.native = native }

  /// The ARIA role in GTK's spelling, such as `button`, `list-item`, `search-box`.
  public var role: String {
    let role = gtk_accessible_get_accessible_role(native.opaque)
    guard let type = g_type_class_ref(gtk_accessible_role_get_type()) else { return "" }
    defer { g_type_class_unref(type) }
    let value = g_enum_get_value(type.assumingMemoryBound(to: GEnumClass.self), gint(role.rawValue))
    return value.map { String(cString: $0.pointee.value_nick) } ?? ""
  }

  /// The name of the element: its label, or the text in it.
  public var name: String {
    if let label = property(GTK_ACCESSIBLE_PROPERTY_LABEL), !label.isEmpty { return label }
    if let text = labelText { return text }
    guard AccessibleElement.namedByContent.contains(role) else { return "" }
    return texts.joined(separator: " ")
  }

  /// The states and properties that are set, such as `expanded`, `selected`, `level 2`, `disabled`,
  /// `focused` and `invalid`, then the entered text and the description.
  public var states: [String] {
    var states: [String] = []
    if let level = property(GTK_ACCESSIBLE_PROPERTY_LEVEL) { states.append("level \(level)") }
    switch state(GTK_ACCESSIBLE_STATE_EXPANDED) {
    case "true": states.append("expanded")
    case "false": states.append("collapsed")
    default: break
    }
    if state(GTK_ACCESSIBLE_STATE_SELECTED) == "true" { states.append("selected") }
    switch state(GTK_ACCESSIBLE_STATE_CHECKED) {
    case "true": states.append("checked")
    case "mixed": states.append("partly checked")
    default: break
    }
    if let sort = property(GTK_ACCESSIBLE_PROPERTY_SORT), sort != "none" {
      states.append("sorted \(sort)")
    }
    if gtk_widget_is_sensitive(native) == 0 { states.append("disabled") }
    if hasFocus { states.append("focused") }
    if property(GTK_ACCESSIBLE_PROPERTY_REQUIRED) == "true" { states.append("required") }
    if state(GTK_ACCESSIBLE_STATE_INVALID) == "true" { states.append("invalid") }
    if let value = enteredText, !value.isEmpty {
      states.append("“\(value.replacing("\n", with: "⏎"))”")
    }
    // That of a button is its tooltip, which says the same as its name.
    if role != "button" || states.contains("invalid"),
      let text = property(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION), !text.isEmpty, text != name
    {
      states.append("described “\(text)”")
    }
    return states
  }

  /// Returns whether the element has a state.
  public func has(_ state: String) -> Bool { states.contains(state) }

  /// The children that are shown, in the order in which the keyboard reaches them.
  public var children: [AccessibleElement] {
    var children: [AccessibleElement] = []
    var child = gtk_widget_get_first_child(native)
    while let widget = child {
      if gtk_widget_get_mapped(widget) != 0 { children.append(AccessibleElement(widget)) }
      child = gtk_widget_get_next_sibling(widget)
    }
    return children
  }

  /// The element and all elements in it, from the top down.
  public var all: [AccessibleElement] {
    var found: [AccessibleElement] = []
    var open = [self]
    while let element = open.popLast() {
      found.append(element)
      open.append(contentsOf: element.children.reversed())
    }
    return found
  }

  private static let namedByContent: Set = [
    "button", "toggle-button", "link", "menu-item", "tab", "status", "list-item",
  ]

  private var labelText: String? {
    guard isA(gtk_label_get_type()) else { return nil }
    return String(cString: gtk_label_get_text(native.opaque))
  }

  /// Whether the keyboard is with the element, or with what it is made of, as the text of an entry.
  private var hasFocus: Bool {
    if gtk_widget_has_focus(native) != 0 { return true }
    guard AccessibleElement.compound.contains(role), let root = gtk_widget_get_root(native) else {
      return false
    }
    var widget = gtk_root_get_focus(root)
    while let inner = widget, inner != native, !AccessibleElement(inner).isA(gtk_popover_get_type())
    {
      widget = gtk_widget_get_parent(inner)
    }
    return widget == native
  }

  private static let compound: Set = [
    "button", "combo-box", "search-box", "spin-button", "text-box",
  ]

  /// What a person has entered or chosen; dots for a secret.
  private var enteredText: String? {
    switch role {
    case "text-box", "search-box", "spin-button":
      if isA(gtk_text_view_get_type()) { return writtenText }
      guard isA(gtk_editable_get_type()) else { return nil }
      let text = String(cString: gtk_editable_get_text(native.opaque))
      return isA(gtk_password_entry_get_type()) ? String(text.map { _ in "•" }) : text
    case "combo-box":
      // What is chosen, without the list that may be open.
      return children.filter { !$0.isA(gtk_popover_get_type()) }.flatMap(\.all)
        .compactMap(\.labelText).joined(separator: " ")
    default: return nil
    }
  }

  /// The text of a view that can be written in; those that are read are too long to repeat.
  private var writtenText: String? {
    let view = native.cast(to: GtkTextView.self)
    guard gtk_text_view_get_editable(view) != 0, let buffer = gtk_text_view_get_buffer(view) else {
      return nil
    }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    return read(gtk_text_buffer_get_text(buffer, &start, &end, 1))
  }

  private var texts: [String] {
    all.dropFirst().compactMap(\.labelText).filter { !$0.isEmpty }
  }

  func isA(_ type: GType) -> Bool {
    g_type_check_instance_is_a(native.cast(to: GTypeInstance.self), type) != 0
  }

  /// Whether a screen reader is told nothing of it, nor of what is in it.
  var isHiddenFromReaders: Bool { state(GTK_ACCESSIBLE_STATE_HIDDEN) == "true" }

  private func property(_ property: GtkAccessibleProperty) -> String? {
    read(xt_accessible_property(native.opaque, property))
  }

  private func state(_ state: GtkAccessibleState) -> String? {
    read(xt_accessible_state(native.opaque, state))
  }

  private func read(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}

// MARK: - Dump

extension AccessibleElement {
  /// Returns the element and all elements in it as text, one line each: role, name, states.
  ///
  /// Boxes and other widgets that a screen reader passes over are left out; what is in them stands
  /// in their place. What is hidden from it is left out with all that is in it.
  ///
  /// ```
  /// window “Animals”
  ///   list “動物”
  ///     list-item “ほ乳類” level 1, expanded
  ///     list-item “犬” level 2, selected
  /// ```
  public func dump() -> String {
    var lines: [String] = []
    describe(into: &lines, depth: 0)
    return lines.joined(separator: "\n")
  }

  private func describe(into lines: inout [String], depth: Int) {
    guard !isHiddenFromReaders else { return }
    let role = role
    let name = name
    let passedOver =
      AccessibleElement.silent.contains(role)
      || (name.isEmpty && AccessibleElement.silentWithoutName.contains(role))
    if passedOver {
      for child in children { child.describe(into: &lines, depth: depth) }
      return
    }
    var line = String(repeating: "  ", count: depth) + role
    if !name.isEmpty { line += " “\(name)”" }
    let states = states
    if !states.isEmpty { line += " " + states.joined(separator: ", ") }
    lines.append(line)
    // A popover that is open is no part of what opened it.
    let isWhole = AccessibleElement.whole.contains(role)
    for child in children where !isWhole || child.isA(gtk_popover_get_type()) {
      child.describe(into: &lines, depth: depth + 1)
    }
  }

  private static let silent: Set = [
    "generic", "none", "presentation", "widget", "separator",
  ]
  private static let silentWithoutName: Set = ["group", "img"]
  /// What is in these is told by their name.
  private static let whole: Set = [
    "button", "list-item", "tree-item", "label", "search-box", "text-box", "scrollbar", "link",
    "toggle-button", "menu-item", "option", "combo-box", "spin-button",
    "checkbox", "switch",
  ]
}

internal import CGTK

extension Element {
  /// The element and what is in it as text, one line each: role, name, states.
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
      Element.silent.contains(role) || (name.isEmpty && Element.silentWithoutName.contains(role))
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
    let isWhole = Element.whole.contains(role)
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

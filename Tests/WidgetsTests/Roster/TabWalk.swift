import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// A walk through a window by Tab alone, as far as it leads.
@MainActor
struct TabWalk {
  private let stage: Stage
  private var visited: [NativeWidget] = []

  /// Presses Tab until the keyboard is where it has been.
  init(_ stage: Stage) async throws {
    self.stage = stage
    for _ in 0..<80 {
      try await stage.press("Tab")
      guard let window = stage.window.native else { break }
      // Behind the last, before the first, there may be nothing.
      guard let focus = gtk_root_get_focus(window.opaque) else { continue }
      if visited.contains(focus) { break }
      visited.append(focus)
    }
  }

  /// What can be used, and Tab does not get to, or has no name that a screen reader could say.
  var problems: [String] {
    guard let window = stage.window.native else { return ["there is no window"] }
    var problems: [String] = []
    // What a sheet covers cannot be used meanwhile.
    check(stage.all("dialog").first ?? AccessibleElement(window), &problems)
    return problems
  }

  private static let usable: Set = [
    "button", "toggle-button", "text-box", "search-box", "spin-button", "checkbox", "switch",
    "combo-box", "link", "list", "grid", "radio",
  ]

  private func check(_ element: AccessibleElement, _ problems: inout [String]) {
    // The window manager has keys of its own for these.
    if isWidget(element.native, gtk_window_controls_get_type()) { return }
    let role = element.role
    // Tabs have keys, too: Ctrl+Page Down goes on, Ctrl+W closes.
    if role == "tab-list" { return }
    if TabWalk.usable.contains(role), !element.has("disabled") {
      // The arrow keys go from one of a group to the next.
      let place = role == "radio" ? gtk_widget_get_parent(element.native) : element.native
      let isReached = visited.contains {
        $0 == place || gtk_widget_is_ancestor($0, place) != 0
      }
      if !isReached { problems.append("Tab does not get to \(element.dump())") }
      if element.name.isEmpty, role != "list" {
        problems.append("without a name: \(element.dump())")
      }
      return
    }
    for child in element.children where !isWidget(child.native, gtk_popover_get_type()) {
      check(child, &problems)
    }
  }
}

@MainActor
func isWidget(_ widget: NativeWidget, _ type: GType) -> Bool {
  g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), type) != 0
}

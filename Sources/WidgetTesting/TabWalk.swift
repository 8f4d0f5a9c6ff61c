internal import CHikidashiGTK
internal import HikidashiWidgets

/// A walk through a window by Tab alone, as far as it leads.
///
/// ```swift
/// let walk = try await TabWalk(stage)
/// XCTAssertEqual(walk.flaws, [])
/// ```
@MainActor
public struct TabWalk {
  private let stage: Stage
  private let leavingOut: @MainActor (AccessibleElement) -> Bool
  private var visited: [NativeWidget] = []
  private var unseen: [LayoutFlaw] = []

  /// So many stops are more than a window has that a person would walk through.
  private static let mostStops = 80

  /// Presses Tab until the keyboard is where it has been.
  ///
  /// - Parameters:
  ///   - stage: The window.
  ///   - leavingOut: Returns whether an element, and all in it, is left out.
  public init(
    _ stage: Stage, leavingOut: @escaping @MainActor (AccessibleElement) -> Bool = { _ in false }
  ) async throws {
    self.stage = stage
    self.leavingOut = leavingOut
    for _ in 0..<Self.mostStops {
      try await stage.pressTab()
      guard let window = stage.window.native else { break }
      // Behind the last, before the first, there may be nothing.
      guard let focus = gtk_root_get_focus(window.opaque) else { continue }
      // A text with links keeps the keyboard for each of them.
      if focus == visited.last { continue }
      if visited.contains(focus) { break }
      visited.append(focus)
      look(at: focus)
    }
  }

  /// What has the keyboard is to be seen.
  private mutating func look(at focus: NativeWidget) {
    guard let native = gtk_widget_get_native(focus)?.widget,
      let box = LayoutBox(of: focus, in: native)
    else { return }
    let seen = LayoutBox.seen(focus, in: native)
    let shown = box.intersection(seen)
    // Of what is larger than its view, a part.
    let isWhole =
      shown.width >= min(box.width, seen.width) - 2
      && shown.height >= min(box.height, seen.height) - 2
    guard !isWhole, !isLeftOut(focus) else { return }
    unseen.append(
      LayoutFlaw(
        kind: .focusLost, place: LayoutMarks.name(of: focus),
        details: "has the keyboard at \(box) and is seen in \(seen) only"))
  }

  private func isLeftOut(_ widget: NativeWidget) -> Bool {
    var around: NativeWidget? = widget
    while let outer = around {
      if leavingOut(AccessibleElement(outer)) || LayoutMarks.isForeign(outer) { return true }
      around = gtk_widget_get_parent(outer)
    }
    return false
  }

  /// What can be used, and Tab does not get to, is not seen there, or has no name that a screen
  /// reader could say.
  public var flaws: [LayoutFlaw] {
    guard let window = stage.window.native else { return unseen }
    var flaws = unseen
    // What a sheet covers cannot be used meanwhile.
    check(stage.all("dialog").first ?? AccessibleElement(window), &flaws)
    return flaws
  }

  private static let usable: Set = [
    "button", "toggle-button", "text-box", "search-box", "spin-button", "checkbox", "switch",
    "combo-box", "link", "list", "grid", "radio", "slider",
  ]

  private func check(_ element: AccessibleElement, _ flaws: inout [LayoutFlaw]) {
    // The window manager has keys of its own for these.
    if element.isA(gtk_window_controls_get_type()) || leavingOut(element) { return }
    let role = element.role
    // Tabs have keys, too: Ctrl+Page Down goes on, Ctrl+W closes.
    if role == "tab-list" { return }
    if TabWalk.usable.contains(role), !element.has("disabled") {
      // The arrow keys go from one of a group to the next.
      let place = role == "radio" ? gtk_widget_get_parent(element.native) : element.native
      let isReached = visited.contains {
        $0 == place || gtk_widget_is_ancestor($0, place) != 0
      }
      if !isReached {
        flaws.append(
          LayoutFlaw(
            kind: .focusLost, place: element.dump(), details: "Tab does not get to it"))
      }
      if element.name.isEmpty, role != "list" {
        flaws.append(
          LayoutFlaw(
            kind: .nameless, place: LayoutMarks.name(of: element.native),
            details: "has no name for a screen reader"))
      }
      return
    }
    for child in element.children where !child.isA(gtk_popover_get_type()) { check(child, &flaws) }
  }
}

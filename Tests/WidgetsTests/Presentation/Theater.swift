import CHikidashiGTK
import HikidashiBase
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// A window with a field that has the keyboard, for what is shown over it.
@MainActor
struct Theater {
  let stage: Stage
  let field: SearchField
  var window: Window { stage.window }

  static func open(width: Int = 520, height: Int = 400) async throws -> Theater {
    // What a failed test has left would keep the keyboard.
    for window in Window.all { window.destroy() }
    let field = SearchField("Words")
    let stage = try await Stage.show(
      Stack(.vertical, spacing: 12) {
        Label("Cards").styleClass("title-1")
        Button("Before") {}
        field
      }.margin(24), title: "Theater", width: width, height: height)
    field.focus()
    return Theater(stage: stage, field: field)
  }

  var isFieldFocused: Bool {
    guard let native = window.native, let focus = gtk_root_get_focus(native.opaque),
      let field = field.native
    else { return false }
    return gtk_widget_is_ancestor(focus, field) != 0
  }

  /// The window has the keyboard again, and in it what had it before.
  func expectFocusBack(file: StaticString = #filePath, line: UInt = #line) async throws {
    try await until("the window to be active") {
      window.native.map { gtk_window_is_active($0.cast(to: GtkWindow.self)) != 0 } ?? false
    }
    XCTAssertTrue(isFieldFocused, "the keyboard is elsewhere", file: file, line: line)
  }

  /// Saves a picture in light and dark into the folder that HIKIDASHI_PICTURES names, if it does.
  func picture(of stage: Stage? = nil, _ name: String) async throws {
    guard let folder = Environment.value("HIKIDASHI_PICTURES") else { return }
    let manager = adw_style_manager_get_default()
    let looks = [(ADW_COLOR_SCHEME_FORCE_LIGHT, ""), (ADW_COLOR_SCHEME_FORCE_DARK, "-dark")]
    for (scheme, suffix) in looks {
      adw_style_manager_set_color_scheme(manager, scheme)
      try await (stage ?? self.stage).savePicture(to: "\(folder)/\(name)\(suffix).png")
    }
    adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT)
  }

  func close() async throws { try await stage.close() }
}

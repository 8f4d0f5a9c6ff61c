import Hikidashi

enum ButtonsPage: GalleryPage {
  static let title = tr("Buttons and menus")
  static let summary = tr("Press them, with the pointer or with Space.")
  static let file = #filePath

  static func make() -> Part {
    let count = Label("0").styleClass("title-1", "numeric")
    var presses = 0
    func add(_ number: Int) {
      presses += number
      count.text = String(presses)
    }
    let step = DropDown(["By one", "By ten"], label: "Step")
    return Clamp {
      count.align(horizontal: .center)
      Stack(.horizontal, spacing: 6) {
        Button("_Less") { add(step.chosen == 1 ? -10 : -1) }
        Button("_More") { add(step.chosen == 1 ? 10 : 1) }.styleClass("suggested-action")
        Button(icon: "edit-clear-symbolic", label: "Back to zero") { add(-presses) }
        Button("Not now") {}.enabled(false)
      }.align(horizontal: .center)
      step.align(horizontal: .center)
      MenuButton(
        icon: "open-menu-symbolic", label: "Menu",
        [
          .item("Keyboard Shortcuts", action: "win.show-help-overlay"), .separator,
          .item("Quit", action: "app.quit"),
        ]
      ).align(horizontal: .center)
    }.margin(24)
  }
}

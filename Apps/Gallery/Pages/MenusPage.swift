import Hikidashi

enum MenusPage: GalleryPage {
  static let title = tr("Menus")
  static let summary = tr(
    """
    Open the menu, or press the sentence with the second button or Shift+F10.
    """)
  static let file = #filePath

  static func make() -> Part {
    let text = Label("Every menu is a definition.").styleClass("title-2")
    func show(_ words: String) { text.text = words }
    let size = Menu.section("Size") {
      Menu.choice(["Small", "Large"], chosen: 1) { size in
        show(size == 0 ? "small words" : "LARGE WORDS")
      }
    }
    let button = MenuButton("Sentence") {
      Action("again", title: "Say It Again", shortcuts: "F4") { show(text.text + " Again!") }
      Menu.toggle("In Bold Letters", isOn: true) { show($0 ? "Bold again." : "Bold no more.") }
      size
      Menu.submenu("In Another Language") {
        Action("ja", title: "日本語") { show("メニューは定義です。") }
        Action("de", title: "Deutsch") { show("Jedes Menü ist eine Definition.") }
      }
    }
    let pressed = Button("Menu Here, Too") {}.contextMenu {
      Action("copy", title: "Copy", shortcuts: "<Control>c") { Clipboard.copy(text.text) }
      Menu.item("Keyboard Shortcuts", action: "win.show-help-overlay")
    }
    return Clamp {
      text.align(horizontal: .center)
      button.align(horizontal: .center)
      pressed.align(horizontal: .center)
    }.margin(24)
  }
}

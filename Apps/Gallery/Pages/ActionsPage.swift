import Hikidashi

enum ActionsPage: GalleryPage {
  static let title = tr("Windows, actions, shortcuts")
  static let summary = tr("Opens a window of its own; Ctrl+? lists what its keys do.")
  static let file = #filePath

  static func make() -> Part {
    StatusPage("A window of its own", description: "It has two actions and their shortcuts.") {
      Button("Open the window") { openWindow() }.styleClass("suggested-action")
    }
  }

  private static func openWindow() {
    let label = Label("Press Ctrl+H or Ctrl+B").margin(48)
    let window = Window("Actions", name: "actions", width: 360, height: 200) {
      HeaderBar {
        Button("Hello", action: "win.hello")
      }
      label
    }
    window.actions {
      Action("hello", title: "Say hello", shortcuts: "<Control>h") { label.text = "Hello!" }
      Action("bye", title: "Close the window", shortcuts: "<Control>b") { [weak window] in
        window?.close()
      }
    }
    App.current?.show(window)
  }
}

import Hikidashi

enum NoticesPage: GalleryPage {
  static let title = tr("About, shortcuts, notices")
  static let summary = tr(
    """
    The notice comes after five seconds: to the desktop, if you look elsewhere.
    """)
  static let file = #filePath

  static func make() -> Part {
    let status = Label("").styleClass("dim-label").align(horizontal: .center)
    var about = AboutWindow("Gallery", version: "1", icon: "applications-graphics")
    about.comments = "Every part of Hikidashi beside the source that makes it."
    return Clamp {
      Button("_About") { [about] in status.window?.show(about) }
      Button("_Shortcuts") { status.window?.show(ShortcutsWindow()) }
      Button("_Notice in five seconds") {
        status.text = "Wait …"
        // The app may end meanwhile, and nobody need look.
        Task {
          try? await Task.sleep(for: .seconds(5))
          let notice = DesktopNotice("12 cards fetched", body: "The newest is about herrings.")
          let answer: Void? = try? await status.window?.present(notice)
          status.text = answer == nil ? "Nobody has looked" : "You have looked"
        }
      }
      status
    }.margin(24)
  }
}

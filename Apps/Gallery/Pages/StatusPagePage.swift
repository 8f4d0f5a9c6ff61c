import Hikidashi

enum StatusPagePage: GalleryPage {
  static let title = tr("Status page")
  static let summary = tr("What stands where there is nothing yet, and what to do about it.")
  static let file = #filePath

  static func make() -> Part {
    let page = StatusPage(
      "No notes yet", icon: "document-new-symbolic", description: "Write the first one.")
    return Stack(.vertical, spacing: 0) {
      page
      Button("New note") {
        page.title = "One note"
        page.details = "That was easy."
      }.margin(12).align(horizontal: .center)
    }
  }
}

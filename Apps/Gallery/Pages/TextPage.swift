import Hikidashi

enum TextPage: GalleryPage {
  static let title = tr("Labels and images")
  static let summary = tr("Text in the styles of the desktop, with links, beside an icon.")
  static let file = #filePath

  static func make() -> Part {
    let followed = Label("No link followed yet").styleClass("dim-label")
    let links = Label().wrapping()
    links.onLink = { target in followed.text = "Followed the link to \(target)" }
    links.show([
      .text("Labels may have links, as to "), .link("RFC 2119", target: "2119"),
      .text(" or "), .link("RFC 8174", target: "8174"), .text("."),
    ])
    return Clamp {
      Label("A title").styleClass("title-1")
      Label("A heading").styleClass("heading")
      Label("A longer text is broken into lines where its room is too narrow for it.").wrapping()
      Label("Or it ends in an ellipsis, where one line has to be enough for all of it").ellipsized()
      links
      followed
      Stack(.horizontal, spacing: 6) {
        Image(icon: "folder-symbolic", size: 32)
        Label("An icon from the desktop’s theme")
      }
    }.margin(24)
  }
}

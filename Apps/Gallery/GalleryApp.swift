import Hikidashi

/// The gallery as an app.
@MainActor
struct GalleryApp {
  static let id = "io.github.hikidashi.Gallery"

  var firstPage: any GalleryPage.Type
  /// The folder for a picture of each page, after which the app ends; nil to look at it.
  var pictures: String?

  func run() -> Never {
    let app = App(id: Self.id, instance: pictures == nil ? .single : .separate) { makeWindow() }
    app.run()
  }

  private func makeWindow() -> Window {
    let gallery = GalleryWindow()
    let window = gallery.makeWindow()
    gallery.show(firstPage)
    if let pictures { takePictures(gallery, window, into: pictures) }
    return window
  }

  private func takePictures(_ gallery: GalleryWindow, _ window: Window, into folder: String) {
    // Nobody pressed a button for it, and the app ends with it.
    Task {
      for page in GalleryContents.pages {
        gallery.show(page)
        await gallery.settled()
        let name = page.title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        do {
          try await window.savePictureWhenDrawn(to: "\(folder)/gallery-\(String(name)).png")
        } catch {
          App.current?.fail("\(error)")
          return
        }
      }
      App.current?.quit()
    }
  }
}

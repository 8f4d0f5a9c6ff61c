import Hikidashi

/// The gallery as an app.
@MainActor
struct GalleryApp {
  var firstPage: String
  /// The folder for a picture of each page, after which the app ends; nil to look at it.
  var pictures: String?

  func run() -> Never {
    let firstPage = firstPage
    let pictures = pictures
    App(
      id: "io.github.hikidashi.Gallery", instance: pictures == nil ? .single : .separate
    ) {
      GalleryApp.makeWindow(firstPage, pictures)
    }.run()
  }

  private static func makeWindow(_ firstPage: String, _ pictures: String?) -> Window {
    let gallery = GalleryWindow()
    gallery.window.keep(gallery)
    Task {
      await gallery.show(firstPage)
      if let pictures { await takePictures(gallery, into: pictures) }
    }
    return gallery.window
  }

  private static func takePictures(_ gallery: GalleryWindow, into folder: String) async {
    for page in GalleryContents.pages {
      await gallery.show(page.title)
      let name = page.title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
      do {
        try await gallery.window.savePictureWhenDrawn(to: "\(folder)/gallery-\(String(name)).png")
      } catch {
        App.current?.fail("\(error)")
        return
      }
    }
    App.current?.quit()
  }
}

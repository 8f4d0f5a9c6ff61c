import Glibc
import Hikidashi

/// The gallery's window: the list of pages, the part, and its source.
@MainActor
final class GalleryWindow {
  private let place = Stack(.vertical, spacing: 0, []).expand()
  private let heading = Label().styleClass("title-2")
  private let summary = Label().wrapping().styleClass("dim-label")
  private let source = TextReader()
  private(set) var shown: (any GalleryPage.Type)?
  private var live: Opening?
  private let list = OutlineView(GalleryWindow.outline)

  func makeWindow() -> Window {
    list.onSelect = { self.show($0.item) }
    return Window("Hikidashi Gallery", width: 1240, height: 720) {
      SplitPane(position: 230) {
        list.minimumSize(width: 200)
      } end: {
        Stack(.vertical, spacing: 6) {
          heading
          summary
        }.margin(12)
        SplitPane(position: 440) {
          place
        } end: {
          source
        }
      }
    }
  }

  private static var outline: Outline<String> {
    Outline {
      for (room, pages) in GalleryContents.rooms {
        Section(room, open: true) { pages.map { Node($0.title, id: NodeID(path: [$0.title])) } }
      }
    }
  }

  /// Shows the page of that title.
  ///
  /// - Returns: False when there is none.
  @discardableResult
  func show(_ title: String) -> Bool {
    guard let page = GalleryContents.pages.first(where: { $0.title == title }) else { return false }
    guard shown != page else { return true }
    shown = page
    heading.text = page.title
    summary.text = page.summary
    source.show(GalleryWindow.source(of: page))
    list.changeSelection { $0.select(only: NodeID(path: [title])) }
    list.reveal(NodeID(path: [title]))
    if let live { place.remove(live) }
    let opening = Opening {
      try await page.make()
    } content: {
      $0.expand()
    }
    live = opening
    place.append(opening)
    return true
  }

  /// Waits until the page is there, or why it cannot be.
  func settled() async { await live?.settled() }

  /// The text of the file that is running, as long as it lies where it was built.
  static func source(of page: any GalleryPage.Type) -> String {
    guard let file = fopen(page.file, "r") else {
      return "The source is not at \(page.file) any more."
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

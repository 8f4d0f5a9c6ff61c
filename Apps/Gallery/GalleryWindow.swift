import Glibc
import Hikidashi

/// The gallery's window: the list of pages, the part, and its source.
@MainActor
final class GalleryWindow {
  private let part = Stack(.vertical, spacing: 0, []).expand()
  private let heading = Label().styleClass("title-2")
  private let summary = Label().wrapping().styleClass("dim-label")
  private let source = TextReader()
  private(set) var shown: (any GalleryPage.Type)?
  private var live: Part?
  private let list = OutlineView(GalleryWindow.outline)
  private(set) lazy var window = makeWindow()

  private func makeWindow() -> Window {
    list.onSelect = { [weak self] row in
      Task { await self?.show(row.item) }
    }
    return Window("Hikidashi Gallery", width: 1240, height: 720) {
      SplitPane(position: 230) {
        list.minimumSize(width: 200)
      } end: {
        Stack(.vertical, spacing: 6) {
          heading
          summary
        }.margin(12)
        SplitPane(position: 440) {
          part
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
  func show(_ title: String) async -> Bool {
    guard let page = GalleryContents.pages.first(where: { $0.title == title }) else { return false }
    shown = page
    heading.text = page.title
    summary.text = page.summary
    source.show(GalleryWindow.source(of: page))
    list.changeSelection { $0.select(only: NodeID(path: [title])) }
    list.reveal(NodeID(path: [title]))
    if let live { part.remove(live) }
    live = nil
    let made = await part(of: page).expand()
    // Another page may have been asked for meanwhile.
    guard shown == page, live == nil else { return true }
    part.append(made)
    live = made
    return true
  }

  /// The part of a page, or why there is none.
  private func part(of page: any GalleryPage.Type) async -> Part {
    do {
      return try await page.make()
    } catch {
      return StatusPage("The page cannot be shown", description: "\(error)")
    }
  }

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

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
    .whenNothingMatches(tr("No page found"), details: tr("Try fewer words."))
  private let search = SearchField(tr("Search pages"))
  private let words = WordIndex(GalleryContents.pages.lazy.map { "\($0.title)\n\($0.summary)" })

  func makeWindow() -> Window {
    // A line of a hundred letters is seen whole.
    source.textSize = 9
    list.onSelect = { row in GalleryContents.page(row.item).map { self.show($0) } }
    search.onChange = { self.filter($0) }
    search.onMoveDown = { self.list.focus(row: 0) }
    search.takesTyping(in: list)
    return Window(tr("Hikidashi Gallery"), width: 1360, height: 780) {
      HeaderBar {
        search
      } end: {
        Button(icon: "zoom-out-symbolic", label: tr("Smaller Code")) { self.zoom(by: -1) }
        Button(icon: "zoom-in-symbolic", label: tr("Larger Code")) { self.zoom(by: 1) }
        Button(icon: "edit-copy-symbolic", label: tr("Copy the Code")) { self.copyCode() }
        LookMenu { self.shown.map { ["\($0)"] } ?? [] }.makeButton()
      }
      SplitPane(position: 216) {
        list.minimumSize(width: 200)
      } end: {
        Stack(.vertical, spacing: 6) {
          heading
          summary
        }.margin(12)
        SplitPane(position: 400) {
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

  /// Shows a page.
  func show(_ page: any GalleryPage.Type) {
    guard shown != page else { return }
    shown = page
    heading.text = page.title
    summary.text = page.summary
    let code = GalleryWindow.code(of: page)
    source.show(code, spans: SwiftColours.spans(of: code))
    list.changeSelection { $0.select(only: NodeID(path: [page.title])) }
    list.reveal(NodeID(path: [page.title]))
    if let live { place.remove(live) }
    let opening = Opening {
      try await page.make()
    } content: {
      $0.expand()
    }
    live = opening
    place.append(opening)
  }

  /// Shows the pages that have all these words in their title or summary.
  private func filter(_ words: String) {
    let found = zip(GalleryContents.pages, self.words.matches(words)).filter { $1 }
    let titles = Set(found.map { page, _ in page.title })
    list.change { outline in
      if titles.count == self.words.count { return outline.setFilter(nil) }
      return outline.setFilter { _, title in titles.contains(title) }
    }
  }

  private func zoom(by step: Double) {
    source.textSize = min(max((source.textSize ?? 9) + step, 6), 24)
  }

  private func copyCode() {
    guard let shown else { return }
    Clipboard.copy(GalleryWindow.code(of: shown))
    list.window?.show(Toast(tr("The code of “{}” was copied", shown.title)))
  }

  /// Waits until the page is there, or why it cannot be.
  func settled() async { await live?.settled() }

  /// What one would write: the source without what only the gallery needs.
  static func code(of page: any GalleryPage.Type) -> String {
    let lines = source(of: page).split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("  static let title = ") }),
      let last = lines.firstIndex(where: { $0.hasPrefix("  static let file = ") }), first < last
    else { return lines.joined(separator: "\n") }
    // And the empty line behind it.
    let rest = lines[(last + 1)...].drop { $0.isEmpty }
    return (lines[..<first] + rest).joined(separator: "\n")
      .replacing(": GalleryPage {", with: " {")
  }

  /// The text of the file that is running: where it was built, or as it was installed.
  static func source(of page: any GalleryPage.Type) -> String {
    let name = page.file.split(separator: "/").last.map(String.init) ?? page.file
    let installed = UserFolders.installed("Pages/" + name, of: GalleryApp.id)
    guard let file = fopen(page.file, "r") ?? installed.flatMap({ fopen($0, "r") }) else {
      return tr("The source is not at {} any more.", page.file)
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

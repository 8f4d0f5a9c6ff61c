import FoundationEssentials
import Hikidashi

/// An article on the screen: its text, its headings at the side, and what is looked for in it.
@MainActor
final class Page {
  let article: Article
  let url: URL
  private(set) lazy var viewer = Viewer { link in try await self.follow(link) }
  let contents: OutlineView<Article.Place>
  let search = SearchField(tr("Find"))
  private(set) var found: [Range<Int>] = []
  /// The one of them that is shown.
  private var current = 0
  private let settings: Settings
  private let store: PreferenceStore
  private let open: @MainActor (URL) -> Void

  /// - Parameter open: Opens another article.
  init(
    _ article: Article, at url: URL, _ settings: Settings, _ store: PreferenceStore,
    in state: StateStore, open: @escaping @MainActor (URL) -> Void
  ) {
    (self.article, self.url, self.open) = (article, url, open)
    (self.settings, self.store) = (settings, store)
    contents = OutlineView(article.contents()) { $0.title }
      .accessibleLabel(tr("Contents"))
      .whenEmpty(tr("No headings"), icon: "view-list-symbolic")
    contents.onSelect = { self.go(to: $0.item.offset) }
    contents.onActivate = { _ in self.viewer.focus() }
    search.takesTyping(in: contents)
    search.onChange = { self.find($0) }
    search.onSubmit = { _ in self.findNext() }
    search.onMoveDown = { self.contents.focus(row: 0) }
    viewer.follow { _ in self.applySettings() }
    viewer.reader.keeping("place", for: url.absoluteString, in: state)
    applySettings()
    show()
  }

  var title: String { url.lastPathComponent }

  func part(in state: StateStore) -> Part {
    SplitPane(position: 260) {
      search.margin(6)
      contents
    } end: {
      viewer.focusedAtStart()
    }.keeping("panes", in: state)
  }

  private func applySettings() {
    viewer.reader.textSize = Double(store[settings.size])
    viewer.reader.lineSpacing = store[settings.spacing]
  }

  private func show() {
    let marks = found.flatMap { [StyledRange($0, .strong), StyledRange($0, .token(.text))] }
    let text = RichText(article.text.text, spans: article.text.spans + marks)
    if article.isMarkdown {
      viewer.reader.show(text)
    } else {
      viewer.reader.show(text.text, spans: text.spans)
    }
  }

  private func go(to offset: Int) { viewer.reader.scroll(to: offset) }

  /// Follows a link to a heading or to another article; what else there is, the desktop opens.
  private func follow(_ link: String) async throws {
    if link.hasPrefix("#") {
      if let heading = article.heading(String(link.dropFirst())) { go(to: heading.offset) }
    } else if let other = URL(string: link, relativeTo: url), Article.isArticle(other) {
      open(other.absoluteURL)
    } else {
      try await Desktop.open(link: link)
    }
  }
}

// MARK: - Words

extension Page {
  /// Marks words in the text, lists them below their headings, and goes to the next of them.
  func find(_ words: String) {
    let top = viewer.reader.top
    found = article.find(words)
    show()
    contents.whenEmpty(
      words.isEmpty ? tr("No headings") : tr("Not found"), icon: "view-list-symbolic")
    contents.update(article.contents(found: words.isEmpty ? nil : found))
    current = found.firstIndex { $0.lowerBound >= top } ?? 0
    go(to: found.isEmpty ? top : found[current].lowerBound)
  }

  /// Goes to the next place that was found, or by -1 to the one before; from the last to the first.
  func findNext(by step: Int = 1) {
    guard !found.isEmpty else { return }
    current = (current + step + found.count) % found.count
    go(to: found[current].lowerBound)
  }
}

import FoundationEssentials
import Hikidashi
import Observation

/// The article that is read, or what can be read.
@Observable @MainActor
final class MainWindow {
  /// An article that was asked for, each time anew.
  private struct Visit: Identifiable, Equatable {
    let id: Int
    let url: URL
  }

  /// The article, once it is there.
  private(set) var page: Page?
  private var visit: Visit?
  private var past: [URL] = []
  private let settings: Settings
  private let store: PreferenceStore
  private let state: StateStore
  private let connector: Connector
  private let recent = RecentFiles(app: "Reader")
  /// The address of the article; empty for the start page.
  private let last: Kept<String>
  @ObservationIgnored private weak var window: Window?

  init(
    _ settings: Settings, _ store: PreferenceStore,
    state: StateStore = App.current?.state ?? StateStore(in: MemoryStorage()),
    connector: Connector = Connector(
      transports: [HTTPTransport(), DescriptorTransport(serving: [.file])])
  ) {
    (self.settings, self.store, self.state, self.connector) = (settings, store, state, connector)
    last = state.kept("document", default: "")
  }

  func makeWindow() -> Window {
    App.current?.saves(settings: store)
    App.current?.onOpen = { if let url = $0.last.flatMap({ URL(string: $0) }) { self.open(url) } }
    if let url = URL(string: last.value) { open(url) }
    let recents = MenuButton(
      icon: "document-open-recent-symbolic", label: tr("Recent Documents"), recentMenu)
    recent.onChange = { recents.show(self.recentMenu) }
    let window = Window(tr("Reader"), width: 1000, height: 700) {
      HeaderBar {
        Button(icon: "go-previous-symbolic", label: tr("Back"), action: "win.back")
        Button(icon: "go-home-symbolic", label: tr("Library"), action: "win.library")
        Button(tr("_Open"), action: "win.open")
      } end: {
        NetworkActivity(connector)
        recents
        MenuButton.main { menu }
      }
      Stack(.vertical, spacing: 0) {
        If(self.visit == nil) { self.start }
        ForEach(self.visit.map { [$0] } ?? []) { visit in
          Opening {
            try await self.connector.value(
              of: LoadRequest(visit.url), parser: ArticleParser(visit.url))
          } content: { article in
            self.part(of: article, at: visit.url)
          }
        }
      }
      .expand()
      .onFiles { paths in if let path = paths.last { self.open(URL(filePath: path)) } }
    }
    .title { self.page?.title ?? tr("Reader") }
    .actions { actions }
    .preferences(store)
    .colorScheme { self.store[self.settings.colors] }
    self.window = window
    return window
  }

  /// What is shown while nothing is read.
  private var start: Part {
    Stack(.vertical, spacing: 12) {
      Stack(.vertical, spacing: 18) {
        Welcome.part
        Label(tr("Open a text or Markdown file, or drop one here.")).textAlignment(.center)
          .styleClass("dim-label")
        Button(tr("_Open"), action: "win.open").styleClass("suggested-action", "pill")
          .align(horizontal: .center)
      }.expand().align(vertical: .center)
      If(!self.store[self.settings.library].isEmpty) {
        Clamp {
          Label(tr("Library")).styleClass("heading")
          Book.list(self.connector, at: { self.store[self.settings.library] }) { self.open($0) }
        }.expand()
      }
    }.margin(24)
  }

  private func part(of article: Article, at url: URL) -> Part {
    let page = Page(article, at: url, settings, store, in: state) { self.open($0) }
    if url == visit?.url { self.page = page }
    last.value = url.absoluteString
    if url.isFileURL { recent.add(url.path) }
    return page.part(in: state)
  }
}

// MARK: - Ways

extension MainWindow {
  /// Opens an article; what it shows meanwhile, or why it cannot, stands in its place.
  func open(_ url: URL) { go(to: url) }

  /// - Parameter url: Nil for the start page.
  private func go(to url: URL?) {
    if let visit, visit.url != url { past.append(visit.url) }
    show(url)
  }

  private func goBack() {
    if let url = past.popLast() { show(url) }
  }

  private func show(_ url: URL?) {
    page = nil
    visit = url.map { Visit(id: (visit?.id ?? 0) + 1, url: $0) }
    if url == nil { last.value = "" }
  }
}

// MARK: - Menus and keys

extension MainWindow {
  @MenuBuilder
  private var menu: [Menu] {
    Menu.item(tr("Larger Text"), action: "win.zoom-in")
    Menu.item(tr("Smaller Text"), action: "win.zoom-out")
    Menu.separator
    Menu.item(tr("Print …"), action: "win.print")
  }

  @MenuBuilder
  private var recentMenu: [Menu] {
    let files = recent.files.prefix(10)
    for (place, path) in files.enumerated() {
      Action("recent-\(place)", title: URL(filePath: path).lastPathComponent) {
        self.open(URL(filePath: path))
      }
    }
    if files.isEmpty { Action("none", title: tr("None yet")) {}.enabled { false } }
  }

  @ActionBuilder
  private var actions: [Action] {
    let document = tr("Document")
    let hasPage = { @MainActor in self.page != nil }
    Action("open", title: tr("Open …"), shortcuts: "<Control>o") {
      let documents = FileFilter(
        tr("Documents"), patterns: ["*.md", "*.markdown"], types: ["text/plain"])
      let paths = try await self.window?.present(FileOpen(tr("Open"), filters: [documents]))
      if let path = paths?.first { self.open(URL(filePath: path)) }
    }
    Action("library", title: tr("Library"), shortcuts: "<Alt>Home") { self.go(to: nil) }
      .enabled { self.visit != nil }
    Action("back", title: tr("Back"), shortcuts: "<Alt>Left") { self.goBack() }
      .enabled { !self.past.isEmpty }
    Action("find", title: tr("Find"), shortcuts: "<Control>f", group: document) {
      self.page?.search.focus()
    }.enabled(hasPage)
    Action("next", title: tr("Find the next"), shortcuts: "<Control>g", "F3", group: document) {
      self.page?.findNext()
    }.enabled(hasPage)
    Action(
      "previous", title: tr("Find the one before"), shortcuts: "<Control><Shift>g", "<Shift>F3",
      group: document
    ) { self.page?.findNext(by: -1) }.enabled(hasPage)
    Action("print", title: tr("Print …"), shortcuts: "<Control>p", group: document) {
      if let page = self.page { _ = try await page.viewer.reader.printOut(title: page.title) }
    }.enabled(hasPage)
    Action.zoom(settings.size, in: store, group: document)
    TextReader.keys(group: document)
  }
}

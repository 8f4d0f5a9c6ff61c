import FoundationEssentials
import Hikidashi
import Observation

/// The things of a file in their sections, and at their side what is known of one.
@Observable @MainActor
final class MainWindow {
  let things: OutlineView<Thing>
  /// The thing at the side.
  private(set) var chosen: Thing?
  private let search = SearchField(tr("Filter"))
  private let settings: Settings
  private let store: PreferenceStore
  private let state: StateStore
  private let connector: Connector
  /// The address of the file that is shown; empty for the things that the app brings along.
  private let address: Kept<String>

  init(
    _ settings: Settings, _ store: PreferenceStore,
    state: StateStore = App.current?.state ?? StateStore(in: MemoryStorage()),
    connector: Connector = Connector(transports: [DescriptorTransport(serving: [.file])])
  ) throws {
    (self.settings, self.store, self.state, self.connector) = (settings, store, state, connector)
    address = state.kept("file", default: "")
    let cell = try CellDefinition<Thing>(
      .row(.text("name"), .text("more", style: "dim-label", "numeric")),
      .text("name") { $0.name },
      .text("more") { $0.more })
    things = OutlineView(Outline(), text: { $0.name }, cells: cell.cells)
      .accessibleLabel(tr("Things")).pinnedSections()
      .whenEmpty(
        tr("Nothing in this file"), icon: "folder-symbolic",
        details: tr("A file is a list of things and sections in JSON.")
      )
      .whenNothingMatches(tr("Nothing found"), details: tr("Try fewer words."))
  }

  func makeWindow() -> Window {
    App.current?.onOpen = { if let file = $0.last { self.open(file) } }
    things.onSelect = { self.chosen = $0.item }
    search.takesTyping(in: things).keeping("words", in: state)
    search.onChange = { self.filter($0) }
    search.onMoveDown = { self.things.focus(row: 0) }
    search.onSubmit = { _ in self.chooseFirst() }
    reload()
    return Window(tr("Cabinet"), width: 900, height: 600) {
      HeaderBar {
        Button(tr("_Open"), action: "win.open")
      } end: {
        MenuButton.main { menu }
      }
      SplitPane(position: 340) {
        search.margin(6)
        things
      } end: {
        Detail.part { self.chosen }
      }
      .keeping("panes", in: state)
      .onFiles { paths in
        if let path = paths.last { self.open(URL(filePath: path).absoluteString) }
      }
    }
    .title { URL(string: self.address.value)?.lastPathComponent ?? tr("Cabinet") }
    .actions { actions }
    .preferences(store)
    .colorScheme { self.store[self.settings.colors] }
  }

  @MenuBuilder
  private var menu: [Menu] {
    Menu.item(tr("Open …"), action: "win.open")
    Menu.item(tr("Read Again"), action: "win.reload")
    Menu.separator
    Menu.item(tr("Open All Sections"), action: "win.open-all")
    Menu.item(tr("Close All Sections"), action: "win.close-all")
  }

  @ActionBuilder
  private var actions: [Action] {
    Action("open", title: tr("Open …"), shortcuts: "<Control>o") {
      let json = FileFilter(tr("Collections"), patterns: ["*.json"])
      let paths = try await self.things.window?.present(FileOpen(tr("Open"), filters: [json]))
      if let path = paths?.first { self.open(URL(filePath: path).absoluteString) }
    }
    Action("reload", title: tr("Read Again"), shortcuts: "F5") { self.reload() }
    Action("find", title: tr("Filter"), shortcuts: "<Control>f") { self.search.focus() }
    Action("open-all") { self.things.change { $0.openAll() } }
    Action("close-all") { self.things.change { $0.closeAll() } }
  }
}

// MARK: - Things

extension MainWindow {
  /// Shows a file. What is there already stays until its things have come.
  func open(_ file: String) {
    guard let url = URL(string: file) else { return }
    things.show(connector.load(LoadRequest(url), parser: JSONParser<[Thing]>())) {
      self.outline(of: $0, in: file)
    }
  }

  private func reload() {
    guard address.value.isEmpty else { return open(address.value) }
    do throws(ParserError) {
      things.merge(outline(of: try Thing.samples(), in: ""))
    } catch {
      things.state = .failed(error.description)
    }
  }

  private func outline(of found: [Thing], in file: String) -> Outline<Thing> {
    address.value = file
    things.keeping("things", for: file, in: state)
    // What was chosen at the last start is selected when the rows are there.
    Task { chosen = things.outline.selectedIDs.first.flatMap { things.outline.item(of: $0) } }
    return Thing.outline(of: found, isOpen: store[settings.isOpen])
  }

  private func filter(_ text: String) {
    let words = WordIndex.words(of: text)
    things.change { outline in
      guard !words.isEmpty else { return outline.setFilter(nil) }
      return outline.setFilter({ $1.has(words) }, keeping: .ancestorsAndDescendants)
    }
  }

  /// Chooses the first thing that the filter has left.
  private func chooseFirst() {
    let outline = things.outline
    let rows = 0..<outline.rowCount
    guard let row = rows.first(where: { outline.row(at: $0).isSelectable }) else { return }
    things.changeSelection { $0.select(only: outline.id(atRow: row)) }
    things.focus(row: row)
    chosen = outline.item(atRow: row)
  }
}

internal import Hikidashi
internal import RFCKit

/// The window of RFC Viewer: the list on the left, the document on the right.
@MainActor
final class ViewerWindow {
  let reading: Reading
  /// What a person has marked in the document.
  let notes: ReaderNotes
  private(set) lazy var notesWindow = NotesWindow(notes, reading)
  private let library: RFCLibrary
  private let settings: ViewerPreferences
  /// Nil where none can be kept.
  private let store: PreferenceStore?
  private let state: StateStore
  /// Whether there are settings to be changed.
  var hasPreferences: Bool { store != nil }
  private(set) lazy var preferences = store.map { PreferencesWindow($0) }
  private(set) weak var window: Window?

  /// - Parameters:
  ///   - mirror: Where what the library, a folder, lacks can be had.
  ///   - preferences: The reader's settings; all are as defined without.
  ///   - state: Where it is kept what comes back at the next start; nothing does without.
  ///   - notes: Bookmarks, highlights and notes; in memory without.
  init(
    _ library: RFCLibrary, mirror: RFCMirror? = nil, fetching: RFCFetchOptions = RFCFetchOptions(),
    preferences: (settings: ViewerPreferences, store: PreferenceStore)? = nil,
    state: StateStore = StateStore(in: MemoryStorage()), notes: NoteKeeper? = nil
  ) {
    self.library = library
    self.state = state
    let settings = preferences?.settings ?? ViewerPreferences()
    self.settings = settings
    store = preferences?.store
    let link = mirror.flatMap { mirror in
      library.directory.map { MirrorLink(mirror, directory: $0, fetching: fetching) }
    }
    let grouping = preferences.map { $0.store[settings.reading.grouping] } ?? .decade
    reading = Reading(library, link, by: grouping, in: state)
    let (reading, marked) = (reading, ReaderNotes(notes ?? NoteKeeper(at: .memory), reading.pane))
    self.notes = marked
    reading.pane.menu { marked.menu(link: $0) + reading.menu(link: $0) }
  }

  var list: RFCList { reading.list }
  var pane: DocumentPane { reading.pane }

  /// Makes the window, without rows yet.
  func makeWindow() -> Window {
    let (reading, list, pane) = (reading, list, pane)
    let split = NavigationSplit(width: 340, detailWidth: 520) {
      Stack(.horizontal, spacing: 6) {
        list.search.expand(.horizontal)
        grouping
      }.margin(6)
      list.view
    } detail: {
      pane.part.follow { _ in pane.show(details: reading.entry) }
    }.keeping("panes", in: state)
    reading.onRead = { split.showDetail() }
    let window = Window(tr("RFC Viewer"), width: 1100, height: 760) {
      HeaderBar {
        split.makeBackButton().accessibleLabel(tr("List"))
        // A narrow window has no room for them; keys and the mouse go back there, too.
        Button(icon: "go-previous-symbolic", label: tr("Back"), action: "win.back")
          .visible { !split.isFolded }
        Button(icon: "go-next-symbolic", label: tr("Forward"), action: "win.forward")
          .visible { !split.isFolded }
      } end: {
        pane.makeContentsButton()
        MenuButton(icon: "open-menu-symbolic", label: tr("Main Menu"), isPrimary: true) { menu }
      }
      split
    }
    .title { reading.title }
    .actions { ViewerActions(self, split).all }
    self.window = window
    reading.link?.window = window
    notes.window = window
    if let store {
      let (settings, look) = (settings.reading, ReadingLook(settings.reading))
      window.actions { Action.zoom(settings.size, in: store, group: tr("Document")) }
      window.follow { _ in
        look.apply(store, to: pane.reader)
        pane.dimsFurniture = !store[settings.showsFurniture]
      }
    }
    return window
  }

  /// Chooses the sections. It is shown all the same where it cannot be kept.
  private var grouping: DropDown<String> {
    let (list, store, setting) = (list, store, settings.reading.grouping)
    return DropDown([tr("By decade"), tr("By status")], label: tr("Sections")) { chosen in
      let grouping = RFCGrouping.allCases[chosen]
      if list.grouping != grouping { list.show(grouping) }
      if let store, store[setting] != grouping { try? store.set(setting, to: grouping) }
    }
    .follow { $0.chosen = RFCGrouping.allCases.firstIndex(of: store?[setting] ?? list.grouping) }
  }

  @MenuBuilder
  private var menu: [Menu] {
    Menu.item(tr("Open RFC…"), action: "win.open")
    Menu.item(tr("Print…"), action: "win.print")
    Menu.item(tr("Save as PDF…"), action: "win.save-pdf")
    Menu.separator
    Menu.item(tr("Find…"), action: "win.find")
    Menu.item(tr("Contents"), action: "win.contents")
    Menu.separator
    Menu.item(tr("Bookmark"), action: "win.bookmark")
    Menu.item(tr("Add Note…"), action: "win.add-note")
    Menu.item(tr("Bookmarks and Notes"), action: "win.notes")
    Menu.separator
    Menu.item(tr("Larger Text"), action: "win.zoom-in")
    Menu.item(tr("Smaller Text"), action: "win.zoom-out")
    Menu.item(tr("Normal Text Size"), action: "win.zoom-normal")
    Menu.separator
    Menu.item(tr("Open All Sections"), action: "win.open-all")
    Menu.item(tr("Close All Sections"), action: "win.close-all")
    Menu.separator
    Menu.item(tr("Preferences"), action: "win.preferences")
    Menu.item(tr("Fullscreen"), action: "win.fullscreen")
    Menu.item(tr("Keyboard Shortcuts"), action: "win.show-help-overlay")
    Menu.item(tr("Guide"), action: "win.guide")
    Menu.item(tr("About RFC Viewer"), action: "win.about")
    Menu.item(tr("Quit"), action: "app.quit")
  }

  /// Asks the mirror for what is new, unless what is here is new enough.
  func refresh() {
    if let store, let folder = library.directory,
      let age = ReadingLook.age(of: folder + "/rfc-index.txt"),
      age < store[settings.network.timeToLive]
    {
      return
    }
    reading.refresh()
  }

  /// Waits until the index and the document that was asked for last are drawn.
  func settled() async {
    await reading.settled()
    await notes.settled()
    await window?.drawn()
  }
}

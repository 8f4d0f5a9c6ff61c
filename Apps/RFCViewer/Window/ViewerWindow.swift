internal import Hikidashi
internal import RFCKit

/// The window of RFC Viewer: the list on the left, the document on the right.
@MainActor
final class ViewerWindow {
  let reading: Reading
  private let library: RFCLibrary
  private let settings: ViewerPreferences
  /// Nil where none can be kept.
  private let store: PreferenceStore?
  private let state: StateStore
  private(set) lazy var preferences = store.map { PreferencesWindow($0) }
  private(set) weak var window: Window?

  /// - Parameters:
  ///   - mirror: Where what the library, a folder, lacks can be had.
  ///   - preferences: The reader's settings; all are as defined without.
  ///   - state: Where it is kept what comes back at the next start; nothing does without.
  init(
    _ library: RFCLibrary, mirror: RFCMirror? = nil, fetching: RFCFetchOptions = RFCFetchOptions(),
    preferences: (settings: ViewerPreferences, store: PreferenceStore)? = nil,
    state: StateStore = StateStore(in: MemoryStorage())
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
  }

  var list: RFCList { reading.list }
  var pane: DocumentPane { reading.pane }

  /// Makes the window, without rows yet.
  func makeWindow() -> Window {
    let (reading, list, pane) = (reading, list, pane)
    let window = Window(tr("RFC Viewer"), width: 1100, height: 760) {
      HeaderBar {
        Button(icon: "go-previous-symbolic", label: tr("Back"), action: "win.back")
        Button(icon: "go-next-symbolic", label: tr("Forward"), action: "win.forward")
      } end: {
        MenuButton(icon: "open-menu-symbolic", label: tr("Main Menu"), isPrimary: true) { menu }
      }
      SplitPane(position: 400) {
        Stack(.vertical, spacing: 0) {
          Stack(.horizontal, spacing: 6) {
            list.search.expand(.horizontal)
            grouping
          }.margin(6)
          list.view
        }.minimumSize(width: 280).expand()
      } end: {
        pane.part.follow { _ in pane.show(details: reading.entry) }
      }.keeping("panes", in: state)
    }
    .title { reading.title }
    .actions { actions }
    self.window = window
    reading.link?.window = window
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
    Menu.item(tr("Quit"), action: "app.quit")
  }

  @ActionBuilder
  private var actions: [Action] {
    let (reading, list, pane, hasPreferences) = (reading, list, pane, store != nil)
    Action("search", title: tr("Search the list"), shortcuts: "<Control>k", group: tr("List")) {
      list.search.focus()
    }
    // One key for what the keyboard is in.
    Action(
      "find", title: tr("Find in the document, or search the list"), shortcuts: "<Control>f",
      group: tr("Document")
    ) { if pane.hasFocus, pane.hasDocument { pane.findBar.open() } else { list.search.focus() } }
    Array(pane.findBar.actions(group: tr("Document")).dropFirst())
    // In the menu alone: nobody needs a key for them that is worth one.
    Action("open-all") { list.view.change { $0.openAll() } }
    Action("close-all") { list.view.change { $0.closeAll() } }
    Action(
      "preferences", title: tr("Preferences"), shortcuts: "<Control>comma", group: tr("General")
    ) { self.preferences?.present(over: self.window) }.enabled { hasPreferences }
    Action("read", title: tr("Go to the document"), shortcuts: "F6", group: tr("Document")) {
      reading.focusDocument()
    }
    Action("list", title: tr("Go to the list"), shortcuts: "<Shift>F6", group: tr("List")) {
      list.focus()
    }
    Action("back", title: tr("Back"), shortcuts: "<Alt>Left", group: tr("Document")) {
      reading.goBack()
    }.enabled { reading.canGoBack }
    Action("forward", title: tr("Forward"), shortcuts: "<Alt>Right", group: tr("Document")) {
      reading.goForward()
    }.enabled { reading.canGoForward }
    TextReader.keys(group: tr("Document"))
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
    await window?.drawn()
  }
}

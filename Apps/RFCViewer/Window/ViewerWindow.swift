internal import Hikidashi
internal import RFCKit

/// The window of RFC Viewer: the list on the left, the document on the right.
@MainActor
final class ViewerWindow {
  let reading: Reading
  let sources: LibrarySources
  /// What a person has marked in the document.
  let notes: ReaderNotes
  private(set) lazy var notesWindow = NotesWindow(notes, reading)
  let library: RFCLibrary
  /// The windows of which it is one; nil where there can be no others.
  weak var windows: ViewerWindows?
  private let name: String
  private let settings: ViewerPreferences
  /// Nil where none can be kept.
  private let store: PreferenceStore?
  private let state: StateStore
  private(set) weak var window: Window?
  /// The form that is gone back to from the reflowed one.
  private var published = RFCTextForm.unpaged
  /// The document and the one beside it.
  private(set) lazy var room = BesideRoom(reading, in: state)

  /// - Parameters:
  ///   - mirror: Where what the library, a folder, lacks can be had.
  ///   - preferences: The reader's settings; all are as defined without.
  ///   - installed: Finds documents that this machine has besides.
  ///   - state: Where it is kept what comes back at the next start; nothing does without.
  ///   - name: The name of the window, under which its size is kept.
  ///   - textIndex: Where the index of the texts is kept; nil searches in none.
  ///   - notes: Bookmarks, highlights and notes; in memory without.
  ///   - share: What it shares with other windows, mirror and download among it; without, it has these alone.
  init(
    _ library: RFCLibrary, mirror: RFCMirror? = nil, fetching: RFCFetchOptions = RFCFetchOptions(),
    preferences: (settings: ViewerPreferences, store: PreferenceStore)? = nil,
    installed: @escaping @Sendable () -> InstalledDocuments? = { nil },
    state: StateStore = StateStore(in: MemoryStorage()), name: String = "main",
    textIndex: String? = nil, notes: NoteKeeper? = nil, share: LibraryShare? = nil
  ) {
    self.library = library
    self.name = name
    self.state = state
    let settings = preferences?.settings ?? ViewerPreferences()
    self.settings = settings
    store = preferences?.store
    let isAlone = share == nil
    let share =
      share
      ?? LibraryShare(
        library, mirror, fetching: fetching, installed: installed, preferences, in: state)
    let grouping = preferences.map { $0.store[settings.reading.grouping] } ?? .decade
    reading = Reading(library, share.link, by: grouping, in: state)
    sources = LibrarySources(library, reading, share, settings, store)
    reading.list.texts = textIndex.map { TextSearching(library, path: $0) }
    let (reading, marked) = (reading, ReaderNotes(notes ?? NoteKeeper(at: .memory), reading.pane))
    self.notes = marked
    reading.pane.menu { marked.menu(link: $0) + reading.menu(link: $0) }
    let bookmarks = marked.keeper.bookmarks
    reading.list.bookmarks = { bookmarks.numbers }
    reading.list.part.follow { [list = reading.list] _ in
      _ = bookmarks.numbers
      list.marksChanged()
    }
    if isAlone { share.latest = { [weak self] in self } }
  }

  var list: RFCList { reading.list }
  var pane: DocumentPane { reading.pane }

  /// Makes the window, without rows yet.
  func makeWindow() -> Window {
    let (reading, list, pane, room) = (reading, list, pane, room)
    let split = NavigationSplit(width: 340, detailWidth: 600) {
      Stack(.horizontal, spacing: 6) {
        list.search.expand(.horizontal)
        grouping
      }.margin(6)
      list.part
      sources.foot
    } detail: {
      room.part
    }.keeping("panes", in: state)
    pane.part.follow { _ in pane.show(details: reading.entry) }
    reading.onRead = {
      split.showDetail()
      if split.isDetailAlone { reading.goOnInText() }
    }
    room.follow { split.isFolded }
    let window = Window(tr("RFC Viewer"), name: name, width: 1280, height: 800) {
      HeaderBar {
        Button(icon: "go-previous-symbolic", label: tr("List"), action: "win.list")
          .visible { split.isDetailAlone }
        // A narrow window has no room for them; keys and the mouse go back there, too.
        Squeezer {
          Stack(.horizontal) {
            Button(icon: "go-previous-symbolic", label: tr("Back"), action: "win.back")
            Button(icon: "go-next-symbolic", label: tr("Forward"), action: "win.forward")
          }
        }.visible { !split.isFolded }
        MenuButton(icon: "view-more-symbolic", label: tr("Document")) { documentMenu }
      } end: {
        pane.makeContentsButton()
        MenuButton.main { menu }
      }
      split
    }
    .title { reading.title }
    .actions { ViewerActions(self, split).all + sources.actions }
    .about(ViewerApp.about)
    self.window = window
    reading.begin(in: window)
    follow(pane.reader, in: window)
    notes.window = window
    if let store {
      let settings = settings.reading
      window.preferences(store).colorScheme { store[settings.theme].scheme }
      window.follow { _ in
        pane.dimsFurniture = !store[settings.showsFurniture]
        reading.fit(store[settings.form])
      }
    }
    connectRelations(window)
    return window
  }

  /// Has a text of a window look as the reader's settings say.
  func follow(_ reader: TextReader, in window: Window) {
    guard let store else { return }
    let (settings, look) = (settings.reading, ReadingLook(settings.reading))
    window.actions { Action.zoom(settings.size, in: store, group: tr("Document")) }
    window.follow { _ in look.apply(store, to: reader) }
  }

  /// Has the document beside the other one look as that does.
  func followBeside(_ reading: Reading, in window: Window) {
    guard let store else { return }
    let (settings, look) = (settings.reading, ReadingLook(settings.reading))
    window.follow { _ in
      look.apply(store, to: reading.pane.reader)
      reading.pane.dimsFurniture = !store[settings.showsFurniture]
      reading.fit(store[settings.form])
    }
  }

  /// Chooses the sections. It is shown all the same where it cannot be kept.
  private var grouping: DropDown<String> {
    let (list, store, setting) = (list, store, settings.reading.grouping)
    return DropDown(list.choice.offered.map(\.title), label: tr("Sections")) { chosen in
      let grouping = list.choice.offered[chosen]
      if list.grouping != grouping { list.show(grouping) }
      if let store, store[setting] != grouping { try? store.set(setting, to: grouping) }
    }
    .offers { list.choice.offered.map(\.title) }
    .follow { $0.value = (store?[setting] ?? list.choice.current).title }
  }

  /// Shows the text reflowed, or as it was shown before.
  func toggleForm() {
    let form: RFCTextForm = reading.form == .reflowed ? published : .reflowed
    if reading.form != .reflowed { published = reading.form }
    reading.show(form)
    // What is chosen once more is no change, at which the width would count again.
    if let store, store[settings.reading.form] != form {
      try? store.set(settings.reading.form, to: form)
    }
  }

  /// Asks the mirror for what is new, unless what is here is new enough.
  func refresh() { sources.share.refresh() }

  /// Waits until the index and the document that was asked for last are drawn.
  func settled() async {
    await reading.settled()
    await pane.learned()
    await notes.settled()
    await window?.drawn()
  }
}

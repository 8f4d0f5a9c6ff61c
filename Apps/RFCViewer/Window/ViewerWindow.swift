internal import Hikidashi
internal import RFCKit

/// The window of RFC Viewer: the list on the left, the document on the right, and the ways between
/// documents.
@MainActor
final class ViewerWindow {
  private struct Place: Equatable {
    var number: Int
    /// Tells the visit from others to the same document, whose places are others.
    var visit: Int
    /// Where the text in view begins, in Unicode scalars.
    var top = 0
    /// Where the cursor stands: on the link that was left, after one was followed.
    var cursor = 0

    /// The same document is the same place, wherever in it the reader is.
    static func == (left: Place, right: Place) -> Bool { left.number == right.number }
  }

  private let library: RFCLibrary
  let list = RFCList()
  let pane = DocumentPane()
  private let link: MirrorLink?
  private let settings: ViewerPreferences
  /// Nil where none can be kept.
  private let store: PreferenceStore?
  private(set) lazy var preferences = store.map { PreferencesWindow($0) }
  private var following: Task<Void, Never>?
  private var history = History<Place>()
  private var visits = 0
  /// What is in the reading pane, which may not yet be what was asked for.
  private var shown: Place?
  /// Whether the keyboard was in the text when a message took its place.
  private var wasInText = false
  /// When the list last led to a document: who goes through it with the arrow keys passes over many.
  private var lastFromList: ContinuousClock.Instant?
  private var loading: Task<Void, Never>?
  private var opening: Task<Void, Never>?
  private(set) var window: Window?
  private weak var grouping: DropDown<String>?

  /// - Parameters:
  ///   - mirror: Where what the library, a folder, lacks can be had.
  ///   - preferences: The reader's settings; all are as defined without.
  init(
    _ library: RFCLibrary, mirror: RFCMirror? = nil, fetching: RFCFetchOptions = RFCFetchOptions(),
    preferences: (settings: ViewerPreferences, store: PreferenceStore)? = nil
  ) {
    self.library = library
    settings = preferences?.settings ?? ViewerPreferences()
    store = preferences?.store
    link = mirror.flatMap { mirror in
      library.directory.map { MirrorLink(mirror, directory: $0, fetching: fetching) }
    }
  }

  /// Makes the window, without rows yet.
  func makeWindow() -> Window {
    let grouping = DropDown(
      [tr("By decade"), tr("By status")], label: tr("Sections")
    ) { [weak self] in self?.choose(RFCGrouping.allCases[$0]) }
    self.grouping = grouping
    let window = Window(tr("RFC Viewer"), width: 1100, height: 760) {
      HeaderBar {
        Button(icon: "go-previous-symbolic", label: tr("Back"), action: "win.back")
        Button(icon: "go-next-symbolic", label: tr("Forward"), action: "win.forward")
      } end: {
        MenuButton(
          icon: "open-menu-symbolic", label: tr("Main Menu"), isPrimary: true,
          [
            .item(tr("Larger Text"), action: "win.zoom-in"),
            .item(tr("Smaller Text"), action: "win.zoom-out"),
            .item(tr("Normal Text Size"), action: "win.zoom-normal"), .separator,
            .item(tr("Open All Sections"), action: "win.open-all"),
            .item(tr("Close All Sections"), action: "win.close-all"), .separator,
            .item(tr("Preferences"), action: "win.preferences"),
            .item(tr("Fullscreen"), action: "win.fullscreen"),
            .item(tr("Keyboard Shortcuts"), action: "win.show-help-overlay"),
            .item(tr("Quit"), action: "app.quit"),
          ])
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
        pane.part
      }
    }
    window.actions { actions }
    if let store {
      window.actions { Action.zoom(settings.reading.size, in: store, group: tr("Document")) }
    }
    window.setEnabled("back", false)
    window.setEnabled("forward", false)
    window.setEnabled("preferences", store != nil)
    list.onChoose = { [weak self] in self?.openFromList($0.number) }
    list.onRead = { [weak self] in self?.read($0.number) }
    pane.onLink = { [weak self] in self?.open($0) }
    pane.menu = { [weak self] in self?.menu(link: $0) ?? [] }
    list.view.rowMenu { [weak self] row in
      if let self, let entry = list.entry(of: row.item) { menu(of: entry) }
    }
    self.window = window
    link?.window = window
    follow()
    return window
  }

  /// Shows the reader's settings, now and whenever they change.
  private func follow() {
    guard let store else { return }
    let look = ReadingLook(settings.reading)
    let show = { [weak self] in
      guard let self else { return }
      look.apply(store, to: pane.reader)
      pane.dimsFurniture = !store[settings.reading.showsFurniture]
      grouping?.chosen = RFCGrouping.allCases.firstIndex(of: store[settings.reading.grouping])
    }
    show()
    let furniture = settings.reading.showsFurniture
    let changes = store.changes
    following = Task { [weak self] in
      for await change in changes {
        show()
        guard change.concerns(furniture), let self else { continue }
        rememberPlace()
        showCurrent()
      }
    }
  }

  private func choose(_ grouping: RFCGrouping) {
    if list.grouping != grouping { list.show(grouping) }
    // It is shown all the same where it cannot be kept.
    try? store?.set(settings.reading.grouping, to: grouping)
  }

  private var actions: [Action] {
    let list = list
    return [
      Action(
        "find", title: tr("Search the list"), shortcuts: "<Control>f", "<Control>k",
        group: tr("List")
      ) { list.search.focus() },
      // In the menu alone: nobody needs a key for them that is worth one.
      Action("open-all") { list.view.change { $0.openAll() } },
      Action("close-all") { list.view.change { $0.closeAll() } },
      Action(
        "preferences", title: tr("Preferences"), shortcuts: "<Control>comma", group: tr("General")
      ) { [weak self] in
        self?.preferences?.present(over: self?.window)
      },
      Action("read", title: tr("Go to the document"), shortcuts: "F6", group: tr("Document")) {
        [weak self] in self?.focusDocument()
      },
      Action("list", title: tr("Go to the list"), shortcuts: "<Shift>F6", group: tr("List")) {
        list.focus()
      },
      Action("back", title: tr("Back"), shortcuts: "<Alt>Left", group: tr("Document")) {
        [weak self] in self?.goBack()
      },
      Action("forward", title: tr("Forward"), shortcuts: "<Alt>Right", group: tr("Document")) {
        [weak self] in self?.goForward()
      },
    ] + TextReader.keys(group: tr("Document"))
  }

  /// Shows an index as soon as it has been read: at once when that takes no longer than a wink.
  func show(_ load: IndexLoad) {
    if let outcome = load.outcome(withinMilliseconds: 200) { return show(outcome) }
    loading = Task { show(await load.value) }
  }

  /// Asks the mirror for what is new, behind what is shown.
  func refresh() {
    if let store, let folder = library.directory {
      let age = ReadingLook.age(of: folder + "/rfc-index.txt")
      if let age, age < store[settings.network.timeToLive] { return }
    }
    link?.onNewIndex = { [weak self] in
      guard let self else { return }
      show(IndexLoad(library))
    }
    link?.refresh()
  }

  private func show(_ outcome: IndexLoad.Outcome) {
    switch outcome {
    case .success(let found): show(found.index, found.sections)
    case .failure(let error): list.show(problem: error.description)
    }
  }

  /// Shows an index in the list.
  private func show(_ index: RFCIndex, _ sections: RFCSections) {
    let isFirst = list.index.entries.isEmpty
    list.show(index, sections: list.grouping == .decade ? sections : nil)
    // Who has typed already goes on typing.
    if isFirst, list.search.text.isEmpty { list.focus() }
    Task { await list.prepareFilter() }
    guard let place = history.current else { return }
    list.reveal(place.number)
    // What was opened before the index was there still lacks what the index says of it.
    if shown == place {
      // Why it is not here is another matter, too, for one that the index has.
      guard pane.hasDocument else { return showCurrent() }
      showTitle(place)
      pane.show(details: index[place.number])
    }
  }

  /// Opens an RFC, as a link does.
  func open(_ number: Int) {
    lastFromList = nil
    rememberPlace()
    history.visit(place(of: number))
    showCurrent()
  }

  private func place(of number: Int) -> Place {
    visits += 1
    return Place(number: number, visit: visits)
  }

  /// Opens an RFC that was chosen in the list. One that was left again within a second is no place to
  /// go back to.
  func openFromList(_ number: Int, at now: ContinuousClock.Instant = .now) {
    let isPassedOver = lastFromList.map { now - $0 < .seconds(1) } ?? false
    open(number, isPassedOver: isPassedOver)
    lastFromList = now
  }

  /// Opens an RFC and goes on to its text.
  func read(_ number: Int) {
    open(number)
    Task {
      await opening?.value
      focusDocument()
    }
  }

  private func open(_ number: Int, isPassedOver: Bool) {
    guard isPassedOver else { return open(number) }
    history.replaceCurrent(place(of: number))
    showCurrent()
  }

  func goBack() {
    rememberPlace()
    history.goBack()
    showCurrent()
  }

  func goForward() {
    rememberPlace()
    history.goForward()
    showCurrent()
  }

  /// The text in the reading pane.
  var documentText: String { pane.reader.text }

  /// Moves the keyboard to the document; to the list where there is none.
  func focusDocument() {
    if !pane.focus() { list.focus() }
  }

  /// How many rows of the list have a widget now.
  var shownRows: Int { list.view.shownRowCount }

  /// Waits until the index and the document that was asked for last are shown.
  func settled() async {
    await loading?.value
    await opening?.value
    await link?.settled()
    await loading?.value
  }

  private func rememberPlace() {
    // Of a message nobody has a place.
    guard var place = history.current, place.visit == shown?.visit, pane.hasDocument else { return }
    place.top = pane.reader.top
    place.cursor = pane.reader.cursor
    history.replaceCurrent(place)
  }

  private func showCurrent() {
    window?.setEnabled("back", history.canGoBack)
    window?.setEnabled("forward", history.canGoForward)
    guard let place = history.current else { return }
    list.reveal(place.number)
    // A document that is still being read when the next is asked for must not land over it.
    opening?.cancel()
    opening = Task {
      var outcome = await read(place)
      if outcome.isMissing, let link, let entry = list.index[place.number], entry.absence == nil {
        guard !Task.isCancelled else { return }
        showTitle(place)
        shown = nil
        showMessage(
          link.mirror.name, title: tr("Fetching RFC {} …", place.number), entry: entry)
        do throws(RFCSyncError) {
          try await link.fetch(place.number)
          outcome = await read(place)
        } catch {
          guard !Task.isCancelled else { return }
          return show(failure: error, place)
        }
      }
      guard !Task.isCancelled else { return }
      show(outcome, place)
    }
  }

  private typealias Outcome = Result<(RFCDocument, RFCLayout), RFCLibraryError>

  /// Reads a document and finds its parts, off the main thread.
  private func read(_ place: Place) async -> Outcome {
    // The guide to the program is there whatever library is read.
    let library = place.number == RFCLibrary.guideNumber ? .builtIn : library
    return await Task.detached(priority: .userInitiated) {
      Outcome { () throws(RFCLibraryError) in
        let document = try library.document(place.number)
        return (document, document.layout())
      }
    }.value
  }

  /// Says why a document did not come.
  private func show(failure: RFCSyncError, _ place: Place) {
    shown = place
    showTitle(place)
    showMessage(
      failure.description, title: tr("RFC {} could not be fetched", place.number),
      entry: list.index[place.number],
      remedy: (tr("Try Again"), { [weak self] in self?.showCurrent() }))
  }

  /// Shows a message in place of a document. The keyboard leaves the text, which is hidden.
  private func showMessage(
    _ problem: String, title: String, entry: RFCEntry?,
    remedy: (title: String, run: @MainActor () -> Void)? = nil
  ) {
    let isInText = pane.hasDocument && pane.reader.hasFocus
    pane.show(problem: problem, title: title, entry: entry, remedy: remedy)
    guard isInText || pane.hasFocus else { return }
    wasInText = wasInText || isInText
    focusDocument()
  }

  private func whyMissing(_ number: Int, _ entry: RFCEntry?) -> String {
    guard let entry else { return tr("The index of this library has no RFC {}.", number) }
    guard entry.isIssued else { return tr("This number was never issued.") }
    guard !library.isKept, let directory = library.directory else {
      return tr("It has not been fetched yet. Start without “--offline” to fetch it.")
    }
    return tr("To read it, put rfc{}.txt into {}.", number, directory)
  }

  @discardableResult
  private func showTitle(_ place: Place) -> String {
    let name = place.number > 0 ? tr("RFC {}", place.number) : tr("RFC Viewer")
    let entry = list.index[place.number]
    window?.title = entry.map { place.number > 0 ? "\(name): \($0.shownTitle)" : $0.title } ?? name
    return name
  }

  private func show(_ outcome: Outcome, _ place: Place) {
    let name = showTitle(place)
    let entry = list.index[place.number]
    shown = place
    switch outcome {
    case .success((let document, let layout)):
      // Who was in a text goes on there, unless the keyboard was taken elsewhere meanwhile.
      let goesOn = wasInText && (list.view.hasFocus || pane.hasFocus)
      pane.show(document, layout, entry: entry)
      pane.reader.scroll(to: place.top, cursor: place.cursor)
      wasInText = false
      if goesOn { focusDocument() }
    case .failure(.notInLibrary):
      if case .notAsText(_, let formats)? = entry?.absence {
        let formats = formats.joined(separator: ", ")
        let page = entry?.absence?.page.map { "\($0)" }
        showMessage(
          tr("It was published only as {}.", formats), title: name, entry: entry,
          remedy: (tr("Open {} in Browser", formats), { [weak self] in self?.browse(page) }))
      } else {
        showMessage(whyMissing(place.number, entry), title: name, entry: entry)
      }
    case .failure(let error):
      showMessage(error.description, title: name, entry: entry)
    }
  }
}

/// The context menus.
extension ViewerWindow {
  /// What can be done with an RFC of the list.
  private func menu(of entry: RFCEntry) -> [Menu] {
    guard entry.isIssued else { return [] }
    let open = Action("open", title: tr("Open")) { [weak self] in self?.read(entry.number) }
    return [.item(open), .separator] + citing(entry)
  }

  /// What can be done over a document: with the RFC that a link leads to, else with the one shown.
  private func menu(link: String?) -> [Menu] {
    let number = link.flatMap { Int($0) } ?? history.current?.number
    return number.flatMap { list.index[$0] }.map { citing($0, isLink: link != nil) } ?? []
  }

  /// - Parameter isLink: Whether the menu copies the link already, which is the address.
  private func citing(_ entry: RFCEntry, isLink: Bool = false) -> [Menu] {
    // The guide is on this machine alone.
    guard entry.number > 0 else { return [] }
    let name = tr("RFC {}", entry.number)
    let address = Action("copy-address", title: tr("Copy Address")) {
      Clipboard.copy(entry.address)
    }
    return [
      .item(Action("copy-name", title: tr("Copy “{}”", name)) { Clipboard.copy(name) })
    ] + (isLink ? [] : [.item(address)]) + [
      .item(
        Action("copy-citation", title: tr("Copy Citation (BibTeX)")) {
          Clipboard.copy(entry.bibTeX)
        }),
      .item(
        Action("browse", title: tr("Open in Browser")) { [weak self] in
          self?.browse(entry.address)
        }),
    ]
  }

  /// Opens a page in the browser, and says so where it cannot.
  private func browse(_ address: String?) {
    guard let address else { return }
    Task {
      do throws(DesktopError) {
        try await Desktop.open(link: address)
      } catch {
        window?.show(Banner(error.description))
      }
    }
  }
}

extension Result<(RFCDocument, RFCLayout), RFCLibraryError> {
  /// Whether the document is to be fetched: it is not there, or a power cut has left nothing of it.
  fileprivate var isMissing: Bool {
    switch self {
    case .failure(.notInLibrary), .failure(.empty): true
    case .success, .failure: false
    }
  }
}

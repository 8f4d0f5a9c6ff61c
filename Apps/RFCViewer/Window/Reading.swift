internal import Hikidashi
internal import HikidashiLoading
internal import Observation
internal import RFCKit

/// What is read in a window: the document, the way to it, and what the index says of it.
@Observable @MainActor
final class Reading {
  let library: RFCLibrary
  private let reader: DocumentReader
  private let errata: ErrataShelf
  private let kept: Kept<History<Place>>
  let list: RFCList
  let pane: DocumentPane
  let link: MirrorLink?
  private(set) var index = RFCIndex(entries: [])
  /// The number of the document that the title and the details are about.
  private(set) var subject: Int?
  /// Called when a person wants to see a document, and not the list.
  var onRead: (@MainActor () -> Void)?
  /// Opens an RFC in another window; nil where there can be none.
  var openWindow: (@MainActor (Int) -> Void)?
  /// Opens an RFC beside this one; nil where there is no room.
  var openBeside: (@MainActor (Int) -> Void)?
  /// Shows what is different between two RFCs.
  var compare: (@MainActor (Int, Int) -> Void)?
  /// Whether there is a text, and no message in its place.
  var hasText: Bool { subject != nil && pane.hasDocument }
  /// What is in the reading pane, which may not yet be what was asked for.
  private(set) var shown: Place?
  /// The visit that was under way when the app ended: the reader has kept where it was.
  private var returning: Int?
  /// Ends with the first frame, before which nothing in a window takes the keyboard for good; nil afterwards.
  private var appearing: Task<Void, Never>?
  /// Whether a text was asked for, so that the keyboard does not begin in the list.
  private var beginsInText = false
  /// Whether the keyboard was in the text when a message took its place.
  private var wasInText = false
  /// When the list last led to a document: who goes through it with the arrow keys passes over many.
  private var lastFromList: ContinuousClock.Instant?
  /// When the table of contents last led to a place, for the same reason.
  private var lastWalk: ContinuousClock.Instant?
  private var loading: Task<Void, Never>?
  private var opening: Task<Void, Never>?
  private let changing = LatestTask()
  private(set) var form = RFCTextForm.unpaged
  /// What fitted the width last.
  var fitted: RFCTextForm?

  /// - Parameters:
  ///   - link: Where what the library lacks can be had.
  ///   - state: Where the way through the documents is kept.
  init(_ library: RFCLibrary, _ link: MirrorLink?, by grouping: RFCGrouping, in state: StateStore) {
    self.library = library
    reader = DocumentReader(library)
    self.link = link
    kept = state.kept(Self.historyName(library), default: History())
    list = RFCList(library, by: grouping, in: state) { number in
      _ = link?.arrivals
      return library.hasDocument(number)
    }
    pane = DocumentPane(in: state)
    returning = kept.value.current?.visit
    errata = ErrataShelf(library)
    link?.onNew.append { [weak self] in self?.takeNew($0) }
    pane.onLink { self.open($0) }
    pane.preview = { self.pane.preview(of: $0, library: self.library, index: self.index) }
    pane.onSection = { self.go(to: $0, isWalk: true) }
    pane.menu { self.menu(link: $0) }
    list.view.onSelect = { row in
      if let entry = self.list.entry(of: row.item) { self.openFromList(entry.number) }
    }
    list.view.onClick = { row in
      if let entry = self.list.entry(of: row.item), entry.isIssued { self.onRead?() }
    }
    list.view.onActivate = { row in
      if let entry = self.list.entry(of: row.item) { self.read(entry.number) }
    }
    // Space pages the text beside the list; a section opens and closes.
    list.view.onSpace = { row, isForward in
      guard !row.isSection, self.hasText else { return false }
      self.pane.reader.scrollByPage(forward: isForward)
      return true
    }
    list.view.rowMenu { row in
      if let entry = self.list.entry(of: row.item) { self.menu(of: entry) } else { Self.listMenu }
    }
    connectFound()
  }

  private var history: History<Place> {
    get { kept.value }
    set { kept.value = newValue }
  }

  /// The number of the document that was asked for last.
  var number: Int? { history.current?.number }
  var canGoBack: Bool { history.canGoBack }
  var canGoForward: Bool { history.canGoForward }
  /// What the index says of what is shown.
  var entry: RFCEntry? { subject.flatMap { index[$0] } }

  /// Waits until the index and the document that was asked for last are shown.
  func settled() async {
    await loading?.value
    await opening?.value
    await link?.settled()
    await loading?.value
    await changing.settled()
    await list.settled()
  }
}

// MARK: - The index

extension Reading {
  /// Shows an index as soon as it has been read: at once when that takes no longer than a wink.
  func show(_ load: IndexLoad) {
    if let outcome = load.outcome(withinMilliseconds: 200) { return show(outcome) }
    // Nothing that an `Opening` could stand for: the list is there, and is searched meanwhile.
    loading = Task { show(await load.value) }
  }

  /// Asks once more for a document that could not be had, as its mirror can be now.
  func tryAgainWhereMissing() {
    if !pane.hasDocument, number != nil { showCurrent() }
  }

  /// A list has come anew.
  private func takeNew(_ list: RFCFile) {
    switch list {
    case .index, .xmlIndex: show(IndexLoad(library))
    case .errata:
      errata.forget()
      if hasText { pane.learn { [errata] in await errata.errata(of: $0) } }
    case .feed, .document: break
    }
  }

  private func show(_ outcome: IndexLoad.Outcome) {
    switch outcome {
    case .success(let found): show(found.index, found.sections)
    case .failure(let error): list.show(problem: error.description)
    }
  }

  private func show(_ index: RFCIndex, _ sections: RFCSections) {
    let isFirst = self.index.entries.isEmpty
    self.index = index
    pane.panel.show(index)
    list.show(index, sections: list.grouping == .decade ? sections : nil)
    // Who has typed already goes on typing.
    if isFirst, !list.hasTyped, !beginsInText { beginInList() }
    guard let place = history.current else { return }
    // Where the list itself has come back, a section that was closed stays so.
    if place.visit != returning || !list.hasSelected(place.number) { list.reveal(place.number) }
    // Why what was opened before the index was there is not here is another matter for one that the
    // index has.
    if shown?.number == place.number, !pane.hasDocument { showCurrent() }
  }

  /// Gives the keyboard to the list.
  private func beginInList() {
    guard returning != nil, let window = list.view.window else { return list.focus() }
    // The row with the keyboard would come into view before the list stands where it was left.
    loading = Task {
      await window.drawn()
      if !list.hasTyped { list.focus() }
    }
  }
}

// MARK: - Ways

extension Reading {
  /// Opens an RFC, as a link does.
  ///
  /// - Parameter byte: Where in its text, as an offset in UTF-8; nil for where it was left.
  func open(_ number: Int, at byte: Int? = nil) {
    lastFromList = nil
    rememberPlace()
    let current = history.current
    if current?.number != number || current?.path != nil || byte != nil {
      history.visit(Place(number: number, byte: byte))
    }
    showCurrent()
  }

  /// Opens an RFC at a section, by its number or its title.
  func open(_ number: Int, section: String) {
    lastFromList = nil
    rememberPlace()
    var place = Place(number: number)
    place.section = section
    history.visit(place)
    showCurrent()
  }

  /// Opens a document that lies anywhere, as one that was opened from a file manager.
  func open(file path: String) {
    lastFromList = nil
    rememberPlace()
    var place = Place(number: RFCLibrary.number(ofFile: path) ?? Self.unknownNumber)
    place.path = path
    if history.current?.path != path { history.visit(place) }
    showCurrent()
    goOnceShown()
  }

  /// Opens an RFC that was chosen in the list. One that was left again within a second is no place to
  /// go back to.
  func openFromList(
    _ number: Int, byte: Int? = nil, at now: ContinuousClock.Instant = .now
  ) {
    if let lastFromList, now - lastFromList < .seconds(1) {
      history.replaceCurrent(Place(number: number, byte: byte))
      showCurrent()
    } else {
      open(number, at: byte)
    }
    lastFromList = now
  }

  /// Opens an RFC and goes on to its text.
  func read(_ number: Int, at byte: Int? = nil) {
    open(number, at: byte)
    goOnceShown()
  }

  /// Begins in a window that will be shown.
  func begin(in window: Window) {
    appearing = Task {
      await window.drawn()
      appearing = nil
    }
  }

  private func goOnceShown() {
    beginsInText = true
    onRead?()
    // The keyboard can go there only when the text is shown.
    Task {
      await opening?.value
      focusDocument()
      guard let appearing else { return }
      await appearing.value
      if pane.hasDocument, !list.hasTyped { focusDocument() }
    }
  }

  /// Goes to a place of the document, from where Back leads here again.
  ///
  /// - Parameter isWalk: Whether a person goes through a list of places: Back passes over one that was left
  ///   again within a second.
  func go(to place: Int, isWalk: Bool = false, at now: ContinuousClock.Instant = .now) {
    guard let number, pane.hasDocument else { return }
    var new = Place(number: number)
    new.path = history.current?.path
    (new.top, new.cursor) = (place, place)
    if isWalk, let lastWalk, now - lastWalk < .seconds(1) {
      history.replaceCurrent(new)
    } else {
      rememberPlace()
      history.visit(new)
    }
    lastWalk = isWalk ? now : nil
    shown = new
    pane.scroll(to: place)
  }

  func goBack() {
    rememberPlace()
    history.goBack()
    comeTo()
  }

  func goForward() {
    rememberPlace()
    history.goForward()
    comeTo()
  }

  /// Shows the place at which the way has come; in the same document the view alone moves.
  private func comeTo() {
    onRead?()
    guard let place = history.current, place.number == shown?.number,
      place.path == shown?.path, pane.hasDocument
    else {
      return showCurrent()
    }
    opening?.cancel()
    shown = place
    pane.scroll(to: place.top, depth: place.depth ?? 0, cursor: place.cursor)
  }

  /// Shows what was read when the app ended.
  ///
  /// - Returns: False where that was nothing.
  func comeBack() -> Bool {
    showCurrent()
    return history.current != nil
  }

  /// Moves the keyboard to the text, now or as soon as there is one.
  func goOnInText() {
    if !pane.focus() { wasInText = true }
  }

  /// Moves the keyboard to the document; to the list where there is none.
  func focusDocument() {
    if !pane.focus() { list.focus() }
  }

  private func rememberPlace() {
    // Of a message nobody has a place.
    guard var place = history.current, place.visit == shown?.visit, pane.hasDocument else { return }
    (place.top, place.depth) = (pane.top, pane.topDepth)
    place.cursor = pane.cursor
    history.replaceCurrent(place)
  }
}

// MARK: - Documents

extension Reading {
  /// Shows the document, and those to come, in a form; the place stays.
  func show(_ form: RFCTextForm) {
    guard form != self.form else { return }
    self.form = form
    guard let shown = pane.shown, pane.hasDocument else { return }
    changing.compute {
      ShownDocument(shown, form: form)
    } then: { [weak self] document in
      if let self, self.form == form { pane.show(again: document) }
    }
  }

  private func showCurrent() {
    guard let place = history.current else { return }
    if place.visit != returning { list.reveal(place.number) }
    // A task, which the next one cancels: a document that is still being read then must not land over it.
    opening?.cancel()
    opening = Task {
      var outcome = await reader.read(place, as: form)
      if outcome.isMissing, place.path == nil, let link, let entry = index[place.number],
        entry.absence == nil
      {
        guard !Task.isCancelled else { return }
        shown = nil
        showMessage(link.mirror.name, title: tr("Downloading RFC {}…", place.number), of: place)
        do throws(RFCSyncError) {
          try await link.fetch(place.number)
          list.documentsChanged()
          outcome = await reader.read(place, as: form)
        } catch {
          guard !Task.isCancelled else { return }
          shown = place
          return showMessage(
            error.description, title: tr("RFC {} couldn’t be downloaded", place.number), of: place,
            remedy: Button(tr("Try Again")) { self.showCurrent() })
        }
      }
      guard !Task.isCancelled else { return }
      show(outcome, place)
    }
  }

  /// Shows a document, or why it is not here.
  ///
  /// Its text, and the page on which it stands, do not follow anything: the keyboard and the place go there
  /// at once.
  private func show(_ outcome: DocumentReader.Outcome, _ place: Place) {
    shown = place
    switch outcome {
    case .success(let document):
      subject = place.number
      // Who was in a text goes on there, unless the keyboard was taken elsewhere meanwhile.
      let goesOn = wasInText && (list.hasFocus || pane.hasFocus)
      pane.show(document)
      pane.learn { [errata] in await errata.errata(of: $0) }
      list.markRead(place.number)
      if place.visit == returning {
        returning = nil
      } else {
        goTo(place, in: document)
      }
      wasInText = false
      if goesOn { focusDocument() }
    case .failure(.notInLibrary):
      showMissing(place)
    case .failure(let error):
      showMessage(error.description, title: name(of: place.number), of: place)
    }
  }

  /// Goes to what is meant: a section, or where a search has found something. From there on it is a place like
  /// others.
  private func goTo(_ place: Place, in document: ShownDocument) {
    let found = place.byte.map { document.document.scalarOffset(ofByte: $0, document.layout) }
    let meant = found ?? place.section.map { document.place(named: $0) ?? 0 }
    var place = place
    if let meant {
      (place.top, place.cursor, place.section, place.byte) = (meant, meant, nil, nil)
      place.depth = nil
      if history.current?.visit == place.visit { history.replaceCurrent(place) }
      shown = place
    }
    pane.scroll(to: place.top, depth: place.depth ?? 0, cursor: place.cursor)
  }

  /// Shows a message in place of a document. The keyboard leaves the text, which is hidden.
  func showMessage(
    _ problem: String, title: String, of place: Place, remedy: Button? = nil
  ) {
    subject = place.number
    let isInText = pane.hasDocument && pane.reader.hasFocus
    pane.show(problem: problem, title: title, remedy: remedy)
    guard isInText || pane.hasFocus else { return }
    wasInText = wasInText || isInText
    focusDocument()
  }
}

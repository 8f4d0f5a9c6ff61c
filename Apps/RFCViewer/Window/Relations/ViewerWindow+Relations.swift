internal import Hikidashi
internal import RFCKit

/// What leads from the document that is read to others: differences, relations, further windows.
extension ViewerWindow {
  private var shelf: DocumentShelf { DocumentShelf(library: library, link: reading.link) }

  /// The documents with which one compares what is read: those that have replaced it, else those that it has
  /// replaced.
  private func candidates(of number: Int) -> [Int] {
    guard let entry = reading.index[number] else { return [] }
    let later = entry.obsoletedBy.filter(\.isRFC).map(\.number)
    return later.isEmpty ? entry.obsoletes.filter(\.isRFC).map(\.number) : later
  }

  /// Compares the document that is read with the one that has replaced it or that it has replaced; with one
  /// that the person names where there are several or none.
  func compare() async {
    guard let number = reading.number, number > 0 else { return }
    let candidates = candidates(of: number)
    if candidates.count == 1 {
      compare(number, with: candidates[0])
    } else {
      await compareByNumber()
    }
  }

  /// Asks for the number of the document to compare with.
  func compareByNumber() async {
    guard let window, let number = reading.number, number > 0 else { return }
    let first = candidates(of: number).first.map { String($0) } ?? ""
    let rule = InputRule<String>.check(tr("must be the number of an RFC, such as 9110")) {
      RFCEntry.number($0) != nil
    }
    let prompt = Prompt(tr("Compare RFC {} with", number), accept: tr("_Compare")) {
      TextEntry(tr("_Number"), value: first, rules: [rule])
    }
    guard let text = try? await window.present(prompt), let other = RFCEntry.number(text) else {
      return
    }
    compare(number, with: other)
  }

  /// Shows in a window of its own what is different between two documents, the older one first.
  @discardableResult
  func compare(_ one: Int, with other: Int) -> DifferenceWindow? {
    guard one != other else {
      window?.show(Toast(tr("This is the same document")))
      return nil
    }
    let difference = DifferenceWindow((min(one, other), max(one, other)), from: shelf) {
      [weak self] number, place in self?.show(number, at: place)
    }
    let made = difference.makeWindow()
    follow(difference.reader, in: made)
    App.current?.show(made)
    return difference
  }

  /// Shows a document at a place of its text, and brings the window to the front.
  func show(_ number: Int, at place: Int) {
    window?.present()
    Task {
      reading.read(number)
      await reading.settled()
      if reading.number == number { reading.go(to: place) }
    }
  }

  // MARK: - Windows

  /// Opens a document in another window; without a number the one that is read, at its place.
  @discardableResult
  func openWindow(_ number: Int? = nil) -> ViewerWindow? {
    guard let other = windows?.another() else { return nil }
    let made = other.makeWindow()
    App.current?.show(made)
    other.reading.show(IndexLoad(library))
    other.notes.begin()
    if let number {
      other.reading.read(number)
    } else if let number = reading.number {
      let place = pane.hasDocument ? pane.top : 0
      other.show(number, at: place)
    }
    return other
  }
}

// MARK: - Side by side

extension ViewerWindow {
  /// Shows a document beside the one that is read; without a number that one itself, at its place. Where
  /// there is no room for two it is shown in another window.
  func showBeside(_ number: Int? = nil) {
    guard let number = number ?? reading.number else { return }
    let place = number == reading.number && pane.hasDocument ? pane.top : nil
    guard !room.isNarrow() else {
      openWindow(number)
      return
    }
    room.show(number, at: place, of: library)
  }

  private func connect(beside second: Reading) {
    second.openWindow = reading.openWindow
    second.openBeside = { [weak self] in self?.reading.read($0) }
    second.compare = reading.compare
    second.pane.onLinkElsewhere { [weak self] in self?.openWindow($0) }
    second.pane.onCompare { [weak self, weak second] other in
      if let number = second?.number { self?.compare(number, with: other) }
    }
    if let window { followBeside(second, in: window) }
  }
}

// MARK: - Pages beside the text

extension ViewerWindow {
  /// Adds what leads to other documents to a window that was made.
  func connectRelations(_ window: Window) {
    if windows != nil { reading.openWindow = { [weak self] in self?.openWindow($0) } }
    room.connect = { [weak self] in self?.connect(beside: $0) }
    reading.openBeside = { [weak self] in self?.showBeside($0) }
    reading.compare = { [weak self] in self?.compare($0, with: $1) }
    pane.onCompare { [weak self] other in
      if let self, let number = reading.number { compare(number, with: other) }
    }
    pane.onLinkElsewhere { [weak self] in self?.openWindow($0) }
    list.view.onMiddleClick = { [weak self] row in
      if let self, let entry = list.entry(of: row.item), entry.isIssued {
        openWindow(entry.number)
      }
    }
    window.onClose = { [weak self] in
      if let self { windows?.closed(self) }
      return true
    }
    addPages()
  }

  private func addPages() {
    let panel = pane.panel
    panel.add("relations", tr("Relations")) { [weak self, library] in
      let page = RelationsPage(library)
      page.onOpen = { number in
        self?.pane.uncover()
        self?.reading.read(number)
      }
      page.onOpenElsewhere = { self?.openWindow($0) }
      page.menu = { self?.reading.menu(of: $0) ?? [] }
      page.onPicture = { self?.showLineage() }
      return page
    }
    let go: PlacesPage.Go = { [weak self] in self?.go(to: $0, isVisit: $1) }
    panel.add("requirements", tr("Requirements")) { RequirementsPage(go) }
    panel.add("abbreviations", tr("Abbreviations")) { PlacesPage.abbreviations(go) }
    panel.add("errata", tr("Errata")) { [weak self] in
      PlacesPage.errata(go) { self?.pane.errata }
    }
    panel.add("notes", tr("Notes")) { [notes] in PlacesPage.notes(notes, go) }
    pane.onErrata { [weak self] in self?.show(page: "errata") }
  }

  /// Shows a stretch of the document, marked.
  ///
  /// - Parameter isVisit: Whether Back leads to where the reader was.
  private func go(to range: Range<Int>, isVisit: Bool) {
    guard pane.hasDocument else { return }
    if isVisit { reading.go(to: range.lowerBound) }
    pane.reveal(range)
    guard isVisit, pane.contentsAreOver else { return }
    pane.uncover()
    reading.focusDocument()
  }

  /// Shows a page beside the text, with the keyboard in it.
  func show(page id: String) {
    reading.onRead?()
    pane.panel.shown = id
    pane.showsContents = true
    pane.panel.focus()
  }

  // MARK: - Actions

  @ActionBuilder
  var relationActions: [Action] {
    let reading = reading
    let group = tr("Document")
    // One line of the list of keys: their names are those of the switch.
    Action.listed(tr("Pages beside the text"), keys: "<Alt>1...<Alt>6", group: group)
    let pages = ["contents", "relations", "requirements", "abbreviations", "errata", "notes"]
    for (place, page) in pages.enumerated() {
      Action("page-" + page, shortcuts: "<Alt>\(place + 1)") { [weak self] in
        self?.show(page: page)
      }.enabled { reading.hasText }
    }
    Action(
      "compare", title: tr("Compare with the successor"), shortcuts: "<Shift><Control>d",
      group: group
    ) { [weak self] in await self?.compare() }.enabled { reading.hasText }
    Action("compare-with") { [weak self] in await self?.compareByNumber() }
      .enabled { reading.hasText }
    Action("lineage") { [weak self] in self?.showLineage() }.enabled { reading.hasText }
    Action("new-window", title: tr("New window"), shortcuts: "<Control>n", group: tr("General")) {
      [weak self] in self?.openWindow()
    }
    Action(
      "beside", title: tr("Two documents side by side"), shortcuts: "<Control>backslash",
      group: group
    ) { [weak self] in
      guard let self else { return }
      if room.isOpen { room.close() } else { showBeside() }
    }.enabled { reading.hasText }
    Action("cite-plain") { [weak self] in self?.copy(\.plainCitation) }
    Action("cite-bibtex") { [weak self] in self?.copy(\.bibTeX) }
    Action("cite-xml") { [weak self] in self?.copy(\.xmlCitation) }
    Action(
      "copy-link", title: tr("Copy the link to the section"), shortcuts: "<Shift><Control>l",
      group: group
    ) { [weak self] in
      guard let self, let address = reading.sectionAddress ?? reading.entry?.address else { return }
      Clipboard.copy(address)
      window?.show(Toast(tr("{} copied", address)))
    }.enabled { reading.hasText }
  }

  @MenuBuilder
  var relationMenu: [Menu] {
    Menu.item(tr("Relations"), action: "win.page-relations")
    Menu.item(tr("Requirements"), action: "win.page-requirements")
    Menu.item(tr("Abbreviations"), action: "win.page-abbreviations")
    Menu.item(tr("Errata"), action: "win.page-errata")
    Menu.item(tr("Notes"), action: "win.page-notes")
  }

  /// What leads to other documents, and what is copied.
  @MenuBuilder
  var compareMenu: [Menu] {
    Menu.submenu(tr("Compare")) {
      Menu.item(tr("Compare with Successor"), action: "win.compare")
      Menu.item(tr("Compare with Another RFC…"), action: "win.compare-with")
      Menu.item(tr("Side by Side"), action: "win.beside")
      Menu.item(tr("Lineage as a Picture…"), action: "win.lineage")
    }
    Menu.submenu(tr("Copy")) {
      Menu.item(tr("Citation as Plain Text"), action: "win.cite-plain")
      Menu.item(tr("Citation for BibTeX"), action: "win.cite-bibtex")
      Menu.item(tr("Citation for xml2rfc"), action: "win.cite-xml")
      Menu.item(tr("Copy Section Link"), action: "win.copy-link")
    }
  }

  private func copy(_ form: KeyPath<RFCEntry, String>) {
    guard let entry = reading.entry, entry.number > 0 else { return }
    Clipboard.copy(entry[keyPath: form])
    window?.show(Toast(tr("Citation of RFC {} copied", entry.number)))
  }

  func showLineage() {
    guard let number = reading.number, number > 0 else { return }
    let lineage = LineageWindow(number, in: reading.index) { [weak self] number in
      self?.window?.present()
      self?.reading.read(number)
    }
    App.current?.show(lineage.makeWindow())
  }
}

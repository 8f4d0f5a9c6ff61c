internal import Hikidashi
internal import RFCKit

/// The reading pane: what the index says of an RFC, and its text.
@MainActor
final class DocumentPane {
  let reader = TextReader()
  /// Finds words in the document.
  let findBar: FindBar
  let part: Stack
  /// The sections of the document.
  let contents = ContentsPane()
  /// What stands beside the text: the sections, and other pages.
  let panel: SidePanel
  private let side: SidePane
  private let standing = StandingBar()
  private let details = Label().wrapping().selectable().styleClass("caption")
  private let message: StatusPage
  private let pages: Pages
  private let remedies = Stack(spacing: 0, [])
  /// What can be done where there is no document.
  private var remedy: Button?
  private let state: StateStore
  private(set) var shown: ShownDocument?
  /// Whether headers and footers of pages are dim.
  var dimsFurniture = true {
    didSet { if dimsFurniture != oldValue { showAgain() } }
  }

  /// What people have marked in the document that is shown, by its places.
  var marks: [StyledRange] = [] {
    didSet { annotate() }
  }
  /// The mistakes in the document that is shown; nil while they are not known.
  private(set) var errata: DocumentErrata?
  private var abbreviations: RFCAbbreviations?
  private let learning = LatestTask()
  /// Makes what is told of a place; see ``preview(of:library:index:)``.
  var preview: (@MainActor (TextReader.PreviewPlace) -> Part?)?

  /// Called with a document that was put into the pane; ``marks`` are none then.
  var onShow: (@MainActor (RFCDocument, RFCLayout, _ number: Int) -> Void)?

  /// - Parameter state: Where it is kept how far documents were read.
  init(in state: StateStore) {
    self.state = state
    let remedies = remedies
    message = StatusPage(
      tr("No RFC chosen"), icon: "x-office-document-symbolic",
      description: tr("Choose one in the list, or press Ctrl+K and type.")
    ) { remedies }
    findBar = FindBar(in: reader)
    shownContents = state.kept("contents are shown", default: false)
    panel = SidePanel(in: state)
    let (reader, findBar, contents, panel) = (reader, findBar, contents, panel)
    panel.add("contents", tr("Contents")) { contents }
    side = SidePane(width: 280, isShown: false, contentWidth: 640) {
      panel.part
    } over: {
      findBar
      reader
    }
    pages = Pages(["message": message, "reader": side])
    part = Stack(.vertical, spacing: 0, [standing.part, details, pages]).expand()
    details.margin(8).isVisible = false
    reader.linkAddress = { [weak self] in self?.address(of: $0) }
    details.linkAddress = { Int($0).map(RFCEntry.address) }
    reader.pageColumns = 80
    reader.preview = { [weak self] in self?.preview?($0) }
    reader.onScroll = { [weak self] in self?.markSection() }
    contents.onChoose = { [weak self] place in
      guard let self else { return }
      onSection?(place)
      uncover()
    }
    contents.onEnter = { [weak self] in _ = self?.focus() }
    side.isShown = shownContents.value
    panel.isSeen = shownContents.value
  }

  /// Called with the place of a section that a person has chosen, in Unicode scalars.
  var onSection: (@MainActor (Int) -> Void)?
  private let shownContents: Kept<Bool>

  /// Whether the sections are shown beside the text.
  var showsContents: Bool {
    get { side.isShown }
    set {
      side.isShown = newValue
      // What lies over the text is there for a moment.
      if !side.isFolded { shownContents.value = newValue }
      panel.isSeen = newValue
      if newValue { markSection() }
    }
  }

  /// Whether the sections lie over the text, as there is no room beside it.
  var contentsAreOver: Bool { side.isShown && side.isFolded }

  /// Hides what lies over the text, which would hide where one has gone.
  func uncover() {
    if contentsAreOver { side.isShown = false }
  }

  /// A button that shows and hides the sections.
  func makeContentsButton() -> Button {
    Button(icon: "sidebar-show-symbolic", label: tr("Contents"), action: "win.contents")
  }

  private func markSection() {
    if side.isShown, hasDocument { contents.mark(at: top) }
  }

  /// Goes to the next section, or to the one before.
  func goToSection(isNext: Bool) {
    guard hasDocument, let place = contents.neighbour(of: top, isNext: isNext) else {
      return
    }
    scroll(to: place)
  }

  /// Has a closure called when the user follows a link.
  func onLink(_ open: @escaping @MainActor (ReaderLink) -> Void) {
    reader.onLink = { if let link = ReaderLink($0) { open(link) } }
    details.onLink = reader.onLink
    standing.onLink = { open(.rfc($0)) }
  }

  /// What is copied of a link in the text; nil where it leads to no address.
  private func address(of target: String) -> String? {
    switch ReaderLink(target) {
    case .rfc(let number, nil): RFCEntry.address(of: number)
    case .rfc(let number, let section?): RFCEntry.address(of: number, section: section)
    case .section(let position):
      shown.flatMap { shown in
        guard shown.layout.headings.indices.contains(position) else { return nil }
        return shown.layout.headings[position].number.map {
          RFCEntry.address(of: shown.number, section: $0)
        }
      }
    case .address(let address):
      address.hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
    case .series, .listed, .page, nil: nil
    }
  }

  /// Has a closure called with the number of an RFC when the user wants what a link leads to in another window.
  func onLinkElsewhere(_ open: @escaping @MainActor (Int) -> Void) {
    reader.onLinkElsewhere = {
      if case .rfc(let number, _)? = ReaderLink($0) { open(number) }
    }
  }

  /// Has a closure called when the user asks for the mistakes of the document.
  func onErrata(_ show: @escaping @MainActor () -> Void) { standing.onErrata = show }

  /// Has a closure called with the number of an RFC when the user asks what it has changed.
  func onCompare(_ compare: @escaping @MainActor (Int) -> Void) { standing.onCompare = compare }

  /// Adds lines to the context menus, given the target of the link that they are opened over.
  func menu(_ menu: @escaping @MainActor (_ link: String?) -> [Menu]) {
    (details.menu, reader.menu, standing.menu) = (menu, menu, menu)
  }

  /// Shows a document.
  ///
  /// - Parameter document: Made off the main thread.
  func show(_ document: ShownDocument) {
    // What was placed in another text, of the same number, too, has no place in this one.
    learning.cancel()
    (errata, abbreviations, marks) = (nil, nil, [])
    put(document)
  }

  private func put(_ document: ShownDocument) {
    shown = document
    reader.keeping("reader", for: document.key, in: state)
    contents.show(document.layout.headings)
    panel.show(document)
    showText(document)
    pages.shown = "reader"
    countErrata()
    markSection()
    onShow?(document.document, document.layout, document.number)
  }

  /// Shows the same document in another form, at the same place.
  func show(again document: ShownDocument) {
    guard hasDocument, shown?.number == document.number else { return }
    let (top, cursor) = (top, cursor)
    put(document)
    scroll(to: top, cursor: cursor)
  }

  private func showText(_ document: ShownDocument) {
    reader.pageColumns = document.rendition.form == .reflowed ? 84 : 80
    reader.show(
      document.rendition.text, spans: document.spans(dimsFurniture: dimsFurniture),
      isFixedWidth: document.rendition.form != .reflowed, headings: document.headings)
    annotate()
  }

  private func showAgain() {
    guard hasDocument, let shown else { return }
    let (top, depth, cursor) = (reader.top, reader.topDepth, reader.cursor)
    showText(shown)
    reader.scroll(to: top, depth: depth, cursor: cursor)
  }

  private func annotate() {
    guard let shown else { return }
    let marks = marks.map { StyledRange(shown.rendition.range(of: $0.range), $0.kind) }
    reader.annotations = marks + (errata?.spans(in: shown) ?? [])
  }

  /// Finds, off the main thread, what is said of the document and not in it: its mistakes, and what its short
  /// forms stand for.
  ///
  /// - Parameter errata: Returns those of an RFC.
  func learn(_ errata: @escaping @MainActor (Int) async -> [RFCErratum]) {
    guard let shown else { return }
    learning.compute(priority: .utility) {
      let found = await errata(shown.number)
      return (
        DocumentErrata(found, in: shown), RFCAbbreviations(of: shown.document, shown.layout)
      )
    } then: { [weak self] placed, abbreviations in
      guard let self, self.shown?.number == shown.number else { return }
      self.errata = placed
      self.abbreviations = abbreviations
      countErrata()
      panel.update("errata")
      annotate()
    }
  }

  /// Tells how many mistakes the text in view has; a message in its place has none.
  private func countErrata() {
    standing.show(errata: hasDocument ? errata?.placed.count ?? 0 : 0)
  }

  /// Waits until that is done.
  func learned() async { await learning.settled() }

  /// What is said beside a place.
  func preview(of place: TextReader.PreviewPlace, library: RFCLibrary, index: RFCIndex) -> Part? {
    guard let shown else { return nil }
    return LinkPreview(
      library: library, index: index, document: shown, errata: errata,
      abbreviations: abbreviations
    ).part(for: place)
  }

  // MARK: - Places

  /// The place of the document at the top of the view, in Unicode scalars.
  var top: Int { shown?.rendition.original(of: reader.top) ?? 0 }

  /// How far the view begins below the line at its top, in pixels.
  var topDepth: Double { reader.topDepth }

  /// The place of the document at which the cursor stands.
  var cursor: Int { shown?.rendition.original(of: reader.cursor) ?? 0 }

  /// Brings a stretch of the document into view, with the cursor, and marks it.
  func reveal(_ range: Range<Int>) {
    guard let range = shown?.rendition.range(of: range) else { return }
    reader.reveal(range)
    reader.mark([range])
  }

  /// Scrolls so that a place of the document is at the top of the view, with the cursor there or elsewhere.
  func scroll(to place: Int, depth: Double = 0, cursor: Int? = nil) {
    guard let rendition = shown?.rendition else { return }
    reader.scroll(
      to: rendition.place(of: place), depth: depth, cursor: cursor.map(rendition.place))
  }

  /// Whether the keyboard is in it.
  var hasFocus: Bool { part.hasFocus }

  /// The text of the document; nil where there is none.
  var shownText: String? { hasDocument ? shown?.document.text : nil }

  /// Whether there is a document, and no message in its place.
  var hasDocument: Bool { pages.shown == "reader" }

  /// Moves the keyboard to what is shown.
  ///
  /// - Returns: False where nothing in it takes the keyboard.
  func focus() -> Bool { hasDocument ? reader.focus() : remedy?.focus() ?? false }

  /// Says why there is no document.
  ///
  /// - Parameter remedy: What the reader can do instead.
  func show(problem: String, title: String, remedy: Button?) {
    if let old = self.remedy { remedies.remove(old) }
    self.remedy = remedy
    if let remedy { remedies.append(remedy.styleClass("pill")) }
    message.title = title
    message.details = problem.asSentence
    pages.shown = "message"
    countErrata()
  }

  /// Shows what the index says of a document.
  func show(details entry: RFCEntry?) {
    // There is nothing to say of a number that was never used.
    let entry = entry.flatMap { $0.isIssued ? $0 : nil }
    details.isVisible = entry != nil
    standing.show(entry)
    guard let entry else { return }
    let authors = entry.authors.map(\.description).joined(separator: ", ")
    let facts = [entry.status.title, entry.date?.words ?? "", authors]
    details.show(
      [.text(facts.filter { !$0.isEmpty }.joined(separator: " · "))] + relations(of: entry))
  }

  /// A line for each way in which this document has to do with others; what has come after it is told above.
  private func relations(of entry: RFCEntry) -> [Label.Piece] {
    let relations = [
      (tr("Obsoletes:"), entry.obsoletes), (tr("Updates:"), entry.updates),
      (tr("Also:"), entry.also),
    ]
    return relations.filter { !$0.1.isEmpty }.flatMap { label, references in
      [.text("\n" + label + " ")] + StandingBar.links(references)
    }
  }
}

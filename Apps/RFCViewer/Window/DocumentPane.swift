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
  private let side: SidePane
  private let standing = StandingBar()
  private let details = Label().wrapping().selectable().styleClass("caption")
  private let message: StatusPage
  private let pages: Pages
  private let remedies = Stack(spacing: 0, [])
  /// What can be done where there is no document.
  private var remedy: Button?
  private let state: StateStore
  private var shown: (document: RFCDocument, layout: RFCLayout)?
  /// Whether headers and footers of pages are dim.
  var dimsFurniture = true {
    didSet { if dimsFurniture != oldValue { showAgain() } }
  }

  /// What people have marked in the document that is shown.
  var marks: [StyledRange] = [] {
    didSet { reader.annotations = marks }
  }

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
    let (reader, findBar, contents) = (reader, findBar, contents)
    side = SidePane(width: 240, isShown: false, contentWidth: 640) {
      contents.view
    } over: {
      findBar
      reader
    }
    pages = Pages(["message": message, "reader": side])
    part = Stack(.vertical, spacing: 0, [standing.part, details, pages]).expand()
    details.margin(8).isVisible = false
    reader.linkAddress = { Int($0).map(RFCEntry.address) }
    details.linkAddress = reader.linkAddress
    reader.pageColumns = 80
    reader.onScroll = { [weak self] in self?.markSection() }
    contents.onChoose = { [weak self] place in
      guard let self else { return }
      onSection?(place)
      // What lies over the text would hide where one has gone.
      if contentsAreOver { side.isShown = false }
    }
    side.isShown = shownContents.value
  }

  /// Called with the place of a section that a person has chosen, in Unicode scalars.
  var onSection: (@MainActor (Int) -> Void)?
  private let shownContents: Kept<Bool>

  /// Whether the sections are shown beside the text.
  var showsContents: Bool {
    get { side.isShown }
    set {
      side.isShown = newValue
      shownContents.value = newValue
      if newValue { markSection() }
    }
  }

  /// Whether the sections lie over the text, as there is no room beside it.
  var contentsAreOver: Bool { side.isShown && side.isFolded }

  /// A button that shows and hides the sections.
  func makeContentsButton() -> Button {
    Button(icon: "sidebar-show-symbolic", label: tr("Contents"), action: "win.contents")
  }

  private func markSection() {
    if side.isShown, hasDocument { contents.mark(at: reader.top) }
  }

  /// Goes to the next section, or to the one before.
  func goToSection(isNext: Bool) {
    guard hasDocument, let place = contents.neighbour(of: reader.top, isNext: isNext) else {
      return
    }
    reader.scroll(to: place)
  }

  /// Has a closure called with the number of an RFC when the user follows a link to it.
  func onLink(_ open: @escaping @MainActor (Int) -> Void) {
    reader.onLink = { if let number = Int($0) { open(number) } }
    details.onLink = reader.onLink
    standing.onLink = open
  }

  /// Adds lines to the context menus, given the target of the link that they are opened over.
  func menu(_ menu: @escaping @MainActor (_ link: String?) -> [Menu]) {
    (details.menu, reader.menu, standing.menu) = (menu, menu, menu)
  }

  /// Shows a document.
  ///
  /// - Parameter layout: That of the document, found off the main thread.
  func show(_ document: RFCDocument, _ layout: RFCLayout, number: Int) {
    shown = (document, layout)
    reader.keeping("reader", for: "rfc\(number)", in: state)
    contents.show(layout.headings)
    showText(document, layout)
    pages.shown = "reader"
    markSection()
    marks = []
    onShow?(document, layout, number)
  }

  private func showText(_ document: RFCDocument, _ layout: RFCLayout) {
    let furniture = layout.lines.filter { dimsFurniture && $0.isFurniture }
      .map { StyledRange($0.span.scalars, .dim) }
    let headings = layout.headings.map { StyledRange($0.span.scalars, .heading) }
    let links = layout.references.map { StyledRange($0.span.scalars, .link(String($0.number))) }
    reader.show(document.text, spans: furniture + headings + links)
    reader.annotations = marks
  }

  private func showAgain() {
    guard hasDocument, let shown else { return }
    let (top, cursor) = (reader.top, reader.cursor)
    showText(shown.document, shown.layout)
    reader.scroll(to: top, cursor: cursor)
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

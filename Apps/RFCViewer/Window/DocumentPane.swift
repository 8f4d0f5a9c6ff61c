internal import Hikidashi
internal import RFCKit

/// The reading pane: what the index says of an RFC, and its text.
@MainActor
final class DocumentPane {
  let reader = TextReader()
  /// Finds words in the document.
  let findBar: FindBar
  let part: Stack
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

  /// - Parameter state: Where it is kept how far documents were read.
  init(in state: StateStore) {
    self.state = state
    let remedies = remedies
    message = StatusPage(
      tr("No RFC chosen"), icon: "x-office-document-symbolic",
      description: tr("Choose one in the list, or press Ctrl+K and type.")
    ) { remedies }
    findBar = FindBar(in: reader)
    pages = Pages(["message": message, "reader": Stack(.vertical, spacing: 0, [findBar, reader])])
    part = Stack(.vertical, spacing: 0, [details, pages]).expand()
    details.margin(8).isVisible = false
    reader.linkAddress = { Int($0).map(RFCEntry.address) }
    details.linkAddress = reader.linkAddress
  }

  /// Has a closure called with the number of an RFC when the user follows a link to it.
  func onLink(_ open: @escaping @MainActor (Int) -> Void) {
    reader.onLink = { if let number = Int($0) { open(number) } }
    details.onLink = reader.onLink
  }

  /// Adds lines to the context menus, given the target of the link that they are opened over.
  func menu(_ menu: @escaping @MainActor (_ link: String?) -> [Menu]) {
    (details.menu, reader.menu) = (menu, menu)
  }

  /// Shows a document.
  ///
  /// - Parameter layout: That of the document, found off the main thread.
  func show(_ document: RFCDocument, _ layout: RFCLayout, number: Int) {
    shown = (document, layout)
    reader.keeping("reader", for: "rfc\(number)", in: state)
    showText(document, layout)
    pages.shown = "reader"
  }

  private func showText(_ document: RFCDocument, _ layout: RFCLayout) {
    let furniture = layout.lines.filter { dimsFurniture && $0.isFurniture }
      .map { StyledRange($0.span.scalars, .dim) }
    let headings = layout.headings.map { StyledRange($0.span.scalars, .heading) }
    let links = layout.references.map { StyledRange($0.span.scalars, .link(String($0.number))) }
    reader.show(document.text, spans: furniture + headings + links)
  }

  private func showAgain() {
    guard hasDocument, let shown else { return }
    let (top, cursor) = (reader.top, reader.cursor)
    showText(shown.document, shown.layout)
    reader.scroll(to: top, cursor: cursor)
  }

  /// Whether the keyboard is in it.
  var hasFocus: Bool { part.hasFocus }

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
    guard let entry else { return }
    let authors = entry.authors.map(\.description).joined(separator: ", ")
    let facts = [entry.status.title, entry.date?.words ?? "", authors]
    details.show(
      [.text(facts.filter { !$0.isEmpty }.joined(separator: " · "))] + relations(of: entry))
  }

  /// A line for each way in which other documents have to do with this one.
  private func relations(of entry: RFCEntry) -> [Label.Piece] {
    let relations = [
      (tr("Obsoletes:"), entry.obsoletes), (tr("Obsoleted by:"), entry.obsoletedBy),
      (tr("Updates:"), entry.updates), (tr("Updated by:"), entry.updatedBy),
      (tr("Also:"), entry.also),
    ]
    return relations.filter { !$0.1.isEmpty }.flatMap { label, references in
      [.text("\n" + label)]
        + references.enumerated().flatMap { place, reference -> [Label.Piece] in
          // The number stands in one line with what it is of.
          let name = reference.description.replacing(" ", with: "\u{A0}")
          return [
            .text(place == 0 ? " " : ", "),
            reference.isRFC ? .link(name, target: String(reference.number)) : .text(name),
          ]
        }
    }
  }
}

internal import Hikidashi
internal import RFCKit

/// The reading pane: what the index says of an RFC, and its text.
@MainActor
final class DocumentPane {
  private let details = Label().wrapping().selectable().styleClass("caption")
  private lazy var message = StatusPage(
    tr("No RFC chosen"), icon: "x-office-document-symbolic",
    description: tr("Choose one in the list, or press Ctrl+K and type.")
  ) { remedy }
  /// What can be done where there is no document.
  private lazy var remedy = Button("") { [weak self] in self?.onRemedy?() }.styleClass("pill")
  private var onRemedy: (@MainActor () -> Void)?
  let reader = TextReader()
  /// Whether headers and footers of pages are dim, from the next document on.
  var dimsFurniture = true
  private lazy var pages = Pages(["message": message, "reader": reader])
  private(set) lazy var part: Part = Stack(.vertical, spacing: 0, [details, pages]).expand()
  /// Called with the number of an RFC when the user follows a link to it.
  var onLink: (@MainActor (Int) -> Void)?
  /// More lines of the context menus, given the target of the link that they are opened over.
  var menu: (@MainActor (_ link: String?) -> [Menu])? {
    didSet { (details.menu, reader.menu) = (menu, menu) }
  }

  init() {
    remedy.isVisible = false
    details.margin(8).isVisible = false
    details.onLink = { [weak self] in self?.follow($0) }
    reader.onLink = { [weak self] in self?.follow($0) }
    reader.linkAddress = { Int($0).map(RFCEntry.address) }
    details.linkAddress = reader.linkAddress
  }

  private func follow(_ target: String) {
    if let number = Int(target) { onLink?(number) }
  }

  /// Shows a document.
  ///
  /// - Parameter layout: That of the document, found off the main thread.
  func show(_ document: RFCDocument, _ layout: RFCLayout, entry: RFCEntry?) {
    show(details: entry)
    let furniture = layout.lines.filter { dimsFurniture && $0.isFurniture }
      .map { StyledRange($0.span.scalars, .dim) }
    let headings = layout.headings.map { StyledRange($0.span.scalars, .heading) }
    let links = layout.references.map { StyledRange($0.span.scalars, .link(String($0.number))) }
    reader.show(document.text, spans: furniture + headings + links)
    pages.shown = "reader"
  }

  /// Whether the keyboard is in it.
  var hasFocus: Bool { part.hasFocus }

  /// Whether there is a document, and no message in its place.
  var hasDocument: Bool { pages.shown == "reader" }

  /// Moves the keyboard to what is shown.
  ///
  /// - Returns: False where nothing in it takes the keyboard.
  func focus() -> Bool { hasDocument ? reader.focus() : remedy.focus() }

  /// Says why there is no document.
  ///
  /// - Parameter remedy: What the reader can do instead, and what a button says that does it.
  func show(
    problem: String, title: String, entry: RFCEntry?,
    remedy: (title: String, run: @MainActor () -> Void)? = nil
  ) {
    show(details: entry)
    onRemedy = remedy?.run
    self.remedy.title = remedy?.title ?? ""
    self.remedy.isVisible = remedy != nil
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

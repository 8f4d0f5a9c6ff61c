internal import Hikidashi
internal import RFCKit

/// A row of a page beside the text: words about a stretch of the document.
struct PlaceRow: Sendable, Identifiable {
  let id: Int
  /// Where it is, in Unicode scalars; nil of the document as a whole.
  let range: Range<Int>?
  /// A few words over the others.
  let head: String
  let words: String
  /// The web page that tells more.
  var address: String?
  /// What is copied of it from its menu; nil for the words.
  var copied: String?

  /// What is searched, copied, and read by a screen reader.
  var text: String { head + ": " + words }
}

/// A page beside the text, with rows that lead to places of the document.
@MainActor
final class PlacesPage: PanelPage {
  /// Goes to a stretch of the document; for good where a person goes on there, and does not only look.
  typealias Go = @MainActor (_ range: Range<Int>, _ isVisit: Bool) -> Void
  /// Finds the rows of a document.
  typealias Finder = @MainActor (ShownDocument) async -> [PlaceRow]

  let id: String
  let table: TableView<PlaceRow>
  var part: Part { table }
  private let find: Finder
  private let finding = LatestTask()
  /// The number of the document whose rows are shown or looked for.
  private var number: Int?
  /// Whether the keyboard is to go to the rows once there are any.
  private var awaitsFocus = false

  init(_ id: String, _ title: String, go: @escaping Go, find: @escaping Finder) {
    (self.id, self.find) = (id, find)
    let cells = Cells<PlaceRow> {
      WordsCell()
    } bind: { cell, row in
      cell.show(row.item)
    }
    table = TableView([], cells: cells, text: \.text).accessibleLabel(title)
    table.onSelect = { go($0.item.range ?? 0..<0, false) }
    table.onClick = { go($0.item.range ?? 0..<0, true) }
    table.onActivate = { go($0.item.range ?? 0..<0, true) }
    table.rowMenu { row in
      Action("copy", title: tr("Copy")) { Clipboard.copy(row.item.copied ?? row.item.words) }
      if let address = row.item.address {
        Action("copy-address", title: tr("Copy Address")) { Clipboard.copy(address) }
        Action("browse", title: tr("Open in Browser")) { try await Desktop.open(link: address) }
      }
    }
  }

  func show(_ subject: ShownDocument, in index: RFCIndex) {
    // Of the same document, in another form or after a sync, the rows stay while they are looked for.
    if number != subject.number {
      table.update([])
      table.state = .loading
    }
    number = subject.number
    finding.run { [find] in
      await find(subject)
    } then: { [weak self] in
      self?.show($0)
    }
  }

  private func show(_ rows: [PlaceRow]) {
    table.merge(rows)
    if awaitsFocus { table.focus() }
    awaitsFocus = false
  }

  func focus() {
    guard !table.focus(), case .loading = table.state else { return }
    awaitsFocus = true
  }

  /// Waits until the rows are shown.
  func settled() async { await finding.settled() }
}

/// A row of a page: a few strong words over a text of several lines.
@MainActor
private final class WordsCell: Stack {
  private let head = Label().ellipsized().styleClass("caption-heading")
  private let words = Label().wrapping(columns: 24)
  /// As much of a text as says what it is about.
  private static let longest = 300

  init() {
    wordsSheet.install()
    super.init(.vertical, spacing: 1, [head, words])
    styleClass("rfc-words")
  }

  func show(_ row: PlaceRow) {
    head.text = row.head
    let isLong = row.words.count > Self.longest
    words.text = isLong ? String(row.words.prefix(Self.longest)) + "…" : row.words
  }
}

private let wordsSheet = StyleSheet("rfc-words", css: ".rfc-words { padding: 5px 0; }")

internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// The line above the rows that says which records share a key though they should not, as another
/// program has stored them, until they are mended.
@MainActor
final class SharedKeysBar {
  let part: Part
  private let text = Label().wrapping().expand(.horizontal)
  private let rows: RecordsRows
  private let arranger: RecordsArranger

  /// So many keys are named.
  private static let named = 3

  init(_ rows: RecordsRows, _ arranger: RecordsArranger) {
    self.rows = rows
    self.arranger = arranger
    let line = Stack(.horizontal, spacing: 12, [Image(icon: "dialog-warning-symbolic"), text])
    part = line.styleClass("hk-records-shared").visible(false)
    line.append(Button(tr("_Select Them")) { [weak self] in self?.selectShared() })
    show(rows.records.keys)
  }

  /// Says which records share a key; nothing where none do.
  func show(_ keys: RecordKeys) {
    guard !keys.isWhole else {
      if part.isVisible { part.isVisible = false }
      return
    }
    let shared = keys.shared
    var words = shared.prefix(Self.named).map(Self.words).joined(separator: "; ")
    let more = shared.count - Self.named
    if more > 0 {
      words += "; " + trn("{} key more", "{} keys more", more, NumberFormat().text(more))
    }
    if text.text != words { text.text = words }
    if !part.isVisible { part.isVisible = true }
  }

  private static func words(_ shared: SharedKey) -> String {
    let count = shared.numbers.count
    let titles = shared.fields.map(\.title).joined(separator: ", ")
    guard !shared.values.contains(.null) else {
      return trn("{} record has no {}", "{} records have no {}", count, number(count), titles)
    }
    let values = zip(shared.fields, shared.values).map { ReaderText($0).text($1) }
      .joined(separator: ", ")
    return tr("{} records have the same {}: {}", number(count), titles, "“\(values)”")
  }

  private static func number(_ count: Int) -> String { NumberFormat().text(count) }

  /// Selects the records that share a key, or have none, and goes to the first.
  private func selectShared() {
    let numbers = rows.records.keys.shared.flatMap(\.numbers)
    // A filter may hide some of them.
    if rows.listing.records.count < rows.listing.table.count { arranger.closeFilter() }
    rows.select(numbers)
    rows.tellSelection()
    if let first = rows.listing.selectedNumbers.first { rows.focus(first) }
  }
}

internal import HikidashiBase
internal import HikidashiRecords

/// The line of sums below the rows: of all records that are shown, or of those that are selected.
final class RecordsFooter: ColumnStrip {
  private let row = RecordRow(listItem: nil)
  private let rows: RecordsRows

  init(_ rows: RecordsRows) {
    self.rows = rows
    super.init(row.styleClass("hk-records-footer"))
    follow(rows.list.scroller)
    isVisible = false
  }

  /// Shows the sums as they are now.
  func show() {
    guard native != nil else { return }
    let listing = rows.listing
    let fields = listing.view.grouping.sums
    if isVisible == fields.isEmpty { isVisible = !fields.isEmpty }
    guard !fields.isEmpty else { return }
    let selected = listing.selectedCount
    let count = selected > 1 ? selected : listing.records.count
    let number = NumberFormat().text(count)
    let title =
      selected > 1
      ? tr("{} selected", number) : trn("{} record", "{} records", count, number)
    let sums = selected > 1 ? listing.selectedSums : listing.view.sums
    row.show(
      .heading(
        rows.layout.heading(
          title, named: title, group: nil, sums: zip(fields, sums).map { ($0, $1) })),
      in: rows.layout)
  }

  /// What stands in its columns.
  var texts: [String] { row.texts }

  /// Gives the columns their widths.
  func setWidths() { row.setWidths(rows.layout) }
}

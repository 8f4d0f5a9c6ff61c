import Hikidashi

enum AllAtOncePage: GalleryPage {
  static let title = tr("All at once")
  static let summary = tr(
    """
    Press Enter to edit a row, click a title to sort, Ctrl+F to filter, Ctrl+Z to take back: \
    the bars follow the records, as everything does that reads a model.
    """)
  static let file = #filePath

  nonisolated static let city = Field<String>("city", title: "City", rules: [.length(1...20)])
  nonisolated static let visits = Field<Int>("visits", title: "Visits", rules: [.range(0...1_000)])
  nonisolated static let share = Field("share", title: "Share", format: .decimals(1)) {
    Double($0[visits]) / 10
  }

  static func make() async throws -> Part {
    let records = try await RecordStore.open(Schema(city, visits), at: .memory)
    try await records.edit("Add cities") { table in
      for (place, count) in [("名古屋", 420), ("Paris", 310), ("Osaka", 680), ("Tokyo", 910)] {
        _ = try table.append { ($0[city], $0[visits]) = (place, count) }
      }
    }
    let table = RecordsView(
      records, columns: [FieldColumn(city), FieldColumn(visits), FieldColumn(share)])
    let chart = Canvas("Visits", width: 380, height: 170) { room in
      let width = room.bounds.size.width / Double(max(records.table.count, 1))
      for (place, record) in records.table.enumerated() {
        let height = Double(record[visits]) / 1_000 * room.bounds.size.height
        Shape.rectangle(
          Rect(Double(place) * width + 6, room.bounds.size.height - height, width - 12, height),
          corner: 4
        ).fill(Color(0.21, 0.52, 0.89)).named(
          record[city], label: "\(record[city]), \(record[visits])")
      }
    }.follow { chart in
      _ = records.table
      chart.redraw()
    }
    return SplitPane(.vertical, position: 300) {
      table
    } end: {
      chart.margin(12).expand()
    }
  }
}

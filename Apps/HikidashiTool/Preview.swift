import Hikidashi

/// Makes the part for each version of a definition, in which everything is as it was left in the one
/// before.
@MainActor
final class Preview {
  /// A file of records.
  struct Rows: Equatable {
    var path: String
    var bytes: [UInt8]
    var format: RecordFormat
  }

  /// What is selected, open and sorted, and the place; for as long as the window lives.
  private let state = StateStore(in: MemoryStorage())
  private var records: LiveRecords?
  private var rows: Rows?
  private var report: ReadingReport?
  private var settings: PreferenceStore?
  // Those that are shown, for as long as they are.
  private weak var settingsView: PreferencesView?
  private weak var scene: SceneView?

  /// - Throws: Why it cannot be shown; then all stays as it was.
  func part(of definition: Definition, in file: String, rows: Rows?) throws -> Part {
    switch definition {
    case .records(let schema): try part(of: schema, in: file, rows)
    case .settings(let schema): try part(of: schema)
    case .table(let table): try part(of: table, rows)
    case .tree(let tree): try part(of: tree)
    case .scene(let scene): try part(of: scene, in: file)
    case .app(let app): StatusPage(app.name, description: app.summary)
    }
  }

  private func part(of schema: Schema, in file: String, _ rows: Rows?) throws -> Part {
    let table: RecordTable
    if let rows, rows != self.rows || records?.canUndo != true {
      // It may have columns that the schema before did not name; what was edited is not in it.
      (table, report) = try rows.table(schema)
    } else if let old = records?.table {
      do {
        table = try old.read(again: schema)
      } catch {
        throw Definition.Mistake(
          file: file, reason: tr("a record that is there does not fit: {}", "\(error)"))
      }
    } else {
      table = RecordTable(schema)
    }
    self.rows = rows
    let records = LiveRecords(table)
    self.records = records
    return under(report, of: rows, RecordsView(records).keeping("records", in: state))
  }

  /// Puts a part below a line that tells how many lines of its file could not be read.
  private func under(_ report: ReadingReport?, of rows: Rows?, _ part: Part) -> Part {
    guard let rows, let notice = report?.refusalNotice(for: rows.path) else { return part }
    return Stack(.vertical, spacing: 0, [notice, part]).expand()
  }

  private func part(of schema: PreferenceSchema) throws -> Part {
    let store = try PreferenceStore(schema, at: .memory, version: "1")
    // What does not fit any more has its default.
    if let settings { _ = try store.importValues(settings.exportedValues()) }
    settings = store
    let view = PreferencesView(store)
    if let settingsView { view.page = settingsView.page }
    settingsView = view
    return view
  }

  private func part(of table: TableDefinition, _ rows: Rows?) throws -> Part {
    let slots = table.layout.slots
    let read = try rows?.items(slots)
    let items = read?.items ?? SampleRow.some(slots)
    let contents: [SlotContent<SampleRow>] = slots.map { slot in
      switch slot.kind {
      case .text: .text(slot.name) { $0[slot.name] }
      case .icon: .icon(slot.name) { $0[slot.name] }
      case .picture: .picture(slot.name) { $0[slot.name] }
      case .progress: .progress(slot.name) { Double($0[slot.name]) ?? 0 }
      case .rich: .rich(slot.name) { RichText(markdown: $0[slot.name]) }
      case .button: .button(slot.name, title: { $0[slot.name] }, press: { _ in })
      case .pictures:
        .pictures(slot.name) { $0[slot.name].split(separator: ";").map { .init(file: "\($0)") } }
      }
    }
    let view = try TableView(items, table, contents: contents).keeping("table", in: state)
    return under(read?.report, of: rows, view)
  }

  private func part(of tree: TreeDefinition) throws -> Part {
    let (title, subtitle) = (
      CellLayout.text("title"), CellLayout.text("subtitle", style: "dim-label")
    )
    let cell = try CellDefinition<TreeRow>(
      tree.hasIcons ? .row(.icon("icon"), title, subtitle) : .row(title, subtitle),
      [.text("title") { $0.title }, .text("subtitle") { $0.subtitle ?? "" }]
        + (tree.hasIcons ? [.icon("icon") { $0.icon }] : []))
    return OutlineView(tree.outline, text: { $0.title }, cells: cell.cells)
      .keeping("tree", in: state)
  }

  private func part(of scene: Scene, in file: String) throws -> Part {
    let pictures = ScenePictures(beside: file)
    let view = try SceneView(scene, file, pictures: pictures.picture)
    view.pausesOnPress = true
    if let time = self.scene?.player.time { view.player.seek(to: min(time, view.player.duration)) }
    view.play()
    self.scene = view
    return view.expand()
  }
}

extension RecordTable {
  /// The records by another schema, as far as they have its fields.
  fileprivate func read(again schema: Schema) throws -> RecordTable {
    guard self.schema != schema else { return self }
    var table = RecordTable(schema)
    try table.append(
      from: .bytes(bytes(as: .jsonLines)), as: .jsonLines,
      options: ReadingOptions(unknownFields: .ignore))
    return table
  }
}

extension Preview.Rows {
  fileprivate func table(_ schema: Schema) throws -> (RecordTable, ReadingReport) {
    var table = RecordTable(schema)
    var options = ReadingOptions.tolerant
    options.unknownFields = .ignore
    do throws(RecordTextError) {
      let source = RecordSource.bytes(bytes)
      let format = try RecordFormat(fileName: path, guessingFrom: source) ?? format
      let report = try table.append(from: source, as: format, options: options)
      return (table, report)
    } catch {
      throw Definition.Mistake(file: path, reason: "\(error)")
    }
  }

  /// The rows of a table, whose slots are columns of the file.
  fileprivate func items(
    _ slots: [CellSlot]
  ) throws -> (items: [SampleRow], report: ReadingReport) {
    let fields = slots.map { Field<String?>($0.name) }
    let (table, report) = try table(Schema(fields: fields.map(\.definition)))
    let items = table.enumerated().map { number, record in
      SampleRow(
        id: number,
        values: Dictionary(
          fields.map { ($0.name, record[$0] ?? "") }, uniquingKeysWith: { first, _ in first }))
    }
    return (items, report)
  }
}

/// A row of texts by the names of slots.
struct SampleRow: Identifiable, Equatable {
  let id: Int
  let values: [String: String]

  subscript(slot: String) -> String { values[slot] ?? "" }

  /// Rows that stand for what is not there yet.
  static func some(_ slots: [CellSlot]) -> [SampleRow] {
    (1...12).map { number in
      let values = slots.map { slot in
        switch slot.kind {
        case .text, .rich: (slot.name, "\(slot.name) \(number)")
        case .button: (slot.name, slot.name)
        case .icon: (slot.name, "text-x-generic-symbolic")
        case .picture, .pictures: (slot.name, "")
        case .progress: (slot.name, "\(Double(number) / 12)")
        }
      }
      return SampleRow(
        id: number, values: Dictionary(values, uniquingKeysWith: { first, _ in first }))
    }
  }
}

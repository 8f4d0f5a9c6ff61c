internal import HikidashiRecords

/// The columns of a table of records as a person has arranged them: which are shown, how wide.
///
/// A value: what is drawn follows it.
struct RecordsLayout: Sendable {
  private(set) var columns: [FieldColumn]
  /// The columns as the app has made them.
  private let given: [FieldColumn]
  /// The columns that are shown, from the start.
  private(set) var shown: [FieldColumn]
  /// The texts of their values.
  private var texts: [@Sendable (CellValue) -> String]
  /// Grows when other columns are shown, so that rows know that their labels are not right.
  private(set) var version = 1
  /// How many levels of groups the records stand in.
  var depth = 0 {
    didSet {
      if depth != oldValue { version += 1 }
    }
  }
  /// How large text is, 1 at first: what was given no width grows with it.
  var textScale = 1.0

  /// Pixels between two columns.
  static let spacing = 12
  /// Pixels by which inner groups stand further in, the size of their icons, too.
  static let indentation = 16

  /// Pixels by which records stand further in than the headings of their groups.
  var recordIndentation: Int { depth * Self.indentation }

  init(_ columns: [FieldColumn]) {
    let isAllHidden = columns.allSatisfy(\.isHidden)
    given = columns.enumerated().map { index, column in
      var column = column
      column.width = column.width.map(Self.clamped)
      column.givenWidth = column.width
      if isAllHidden, index == 0 { column.isHidden = false }
      return column
    }
    self.columns = given
    shown = []
    texts = []
    showColumns()
  }

  private static func clamped(_ width: Int) -> Int {
    min(max(width, FieldColumn.leastWidth), FieldColumn.mostWidth)
  }

  private mutating func showColumns() {
    shown = columns.filter { !$0.isHidden }
    texts = shown.map { column in
      if let text = column.text { return text }
      return Self.reader(column.field)
    }
    version += 1
  }

  private static func reader(_ field: FieldDefinition) -> @Sendable (CellValue) -> String {
    let reader = ReaderText(field)
    return { reader.text($0) }
  }

  /// A value of a field as its column shows it.
  func text(_ cell: CellValue, of field: FieldDefinition) -> String {
    if let place = shown.firstIndex(where: { $0.field == field }) { return texts[place](cell) }
    return (columns.first { $0.field == field }?.text ?? Self.reader(field))(cell)
  }

  /// Shows or hides a column. The last one that is shown stays.
  mutating func setHidden(_ name: String, _ isHidden: Bool) {
    guard let index = columns.firstIndex(where: { $0.field.name == name }),
      columns[index].isHidden != isHidden, !isHidden || shown.count > 1
    else { return }
    columns[index].isHidden = isHidden
    showColumns()
  }

  /// Makes a column wider or less wide; nil goes back to the width that the app has given it, or its
  /// usual one.
  mutating func setWidth(_ name: String, _ width: Int?) {
    guard let index = columns.firstIndex(where: { $0.field.name == name }) else { return }
    columns[index].width = width.map(Self.clamped) ?? columns[index].givenWidth
    let place = shown.firstIndex { $0.field.name == name }
    if let place { shown[place].width = columns[index].width }
  }

  /// Puts a column at a place among all of them.
  mutating func move(_ name: String, to place: Int) {
    guard let index = columns.firstIndex(where: { $0.field.name == name }) else { return }
    let column = columns.remove(at: index)
    columns.insert(column, at: min(max(place, 0), columns.count))
    showColumns()
  }

  /// Puts a column that is shown at a place among those that are shown.
  mutating func move(_ name: String, toShown place: Int) {
    var others = shown
    guard let index = others.firstIndex(where: { $0.field.name == name }) else { return }
    others.remove(at: index)
    let place = min(max(place, 0), others.count)
    guard place != index else { return }
    // Among all of them that is before the one which comes next, wherever hidden ones stand.
    let rest = columns.map(\.field.name).filter { $0 != name }
    let next = place < others.count ? rest.firstIndex(of: others[place].field.name) : nil
    move(name, to: next ?? rest.count)
  }

  /// The shown column that takes the room that the others leave.
  var expanding: Int? {
    shown.firstIndex { $0.width == nil && $0.field.type == .string }
  }

  func width(ofShown index: Int) -> Int {
    shown[index].width ?? Int((Double(shown[index].usualWidth) * textScale).rounded())
  }

  /// What stands in the row of a record.
  func texts(of number: RecordNumber, in table: RecordTable) -> [String] {
    zip(shown, texts).map { column, text in
      let cell = table.cell(column.field, at: number).map { cell in
        if case .string(let text) = cell { CellValue.string(beginning(of: text)) } else { cell }
      }
      return cell.map { beginning(of: text($0)) } ?? ""
    }
  }
}

extension RecordsLayout {
  /// How the columns differ from those that the app has made; none if they do not.
  var arrangement: [RecordsArrangement.Column] {
    let made = given.map(Self.arrangement)
    let now = columns.map(Self.arrangement)
    return now == made ? [] : now
  }

  private static func arrangement(_ column: FieldColumn) -> RecordsArrangement.Column {
    RecordsArrangement.Column(
      column.field.name, width: column.width == column.givenWidth ? nil : column.width,
      isHidden: column.isHidden)
  }

  /// Arranges the columns so; those that are not named stand behind the one that they stood behind when
  /// the app made them.
  mutating func arrange(_ wanted: [RecordsArrangement.Column]) {
    var left = given
    var arranged: [FieldColumn] = []
    for wanted in wanted {
      guard let index = left.firstIndex(where: { $0.field.name == wanted.field }) else { continue }
      var column = left.remove(at: index)
      column.width = wanted.width.map(Self.clamped) ?? column.givenWidth
      column.isHidden = wanted.isHidden
      arranged.append(column)
    }
    var before: String?
    for column in given {
      defer { before = column.field.name }
      guard let index = left.firstIndex(where: { $0.field == column.field }) else { continue }
      left.remove(at: index)
      let place = before.flatMap { name in arranged.lastIndex { $0.field.name == name } }
      arranged.insert(column, at: place.map { $0 + 1 } ?? 0)
    }
    if arranged.allSatisfy(\.isHidden), !arranged.isEmpty { arranged[0].isHidden = false }
    columns = arranged
    showColumns()
  }
}

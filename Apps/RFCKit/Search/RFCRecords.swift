internal import HikidashiRecords

/// The entries of an index as a table of records, for the conditions of a search: the record of an entry has
/// the number of its position.
struct RFCRecords {
  /// The fields by which entries are filtered.
  private enum Fields {
    static let title = Field<String?>("title", title: tr("Title"))
    static let author = Field<String?>("author", title: tr("Author"))
    static let year = Field<Int?>("year", title: tr("Year"))
    static let status = Field<String?>("status", title: tr("Status"))
    static let stream = Field<String?>("stream", title: tr("Stream"))
    static let area = Field<String?>("area", title: tr("Area"))
    static let group = Field<String?>("wg", title: tr("Working group"))
    static let keyword = Field<String?>("keyword", title: tr("Keyword"))
    static let series = Field<String?>("series", title: tr("Series"))
    static let obsolete = Field<Bool?>("obsolete", title: tr("Obsolete"))
    static let here = Field<Bool?>("here", title: tr("On this computer"))
    static let read = Field<Bool?>("read", title: tr("Read"))
    static let bookmarked = Field<Bool?>("bookmarked", title: tr("Bookmarked"))
  }

  /// What a search may have conditions on.
  static let schema: Schema = {
    let schema = try? Schema(
      Fields.title, Fields.author, Fields.year, Fields.status, Fields.stream, Fields.area,
      Fields.group, Fields.keyword, Fields.series, Fields.obsolete, Fields.here, Fields.read,
      Fields.bookmarked)
    guard let schema else { fatalError("two fields of an RFC have one name") }
    return schema
  }()

  private var table: RecordTable
  private let positions: [Int: Int]
  private var marks: RFCMarks

  init(_ entries: [RFCEntry], _ details: [Int: RFCDetails], _ marks: RFCMarks) {
    func texts(_ value: (RFCEntry) -> String) -> [String?] {
      entries.map { entry in
        let text = entry.isIssued ? value(entry) : ""
        return text.isEmpty ? nil : text
      }
    }
    func known(_ value: (RFCDetails) -> String?) -> [String?] {
      texts { details[$0.number].flatMap(value) ?? "" }
    }
    func has(_ value: (RFCEntry) -> Bool) -> [Bool?] {
      entries.map { $0.isIssued ? value($0) : nil }
    }
    table = RecordTable(Self.schema)
    // Nothing has a rule, so that no value is refused.
    _ = try? table.append(columns: [
      Fields.title.column(texts(\.title)),
      Fields.author.column(texts { $0.authors.map(\.name).joined(separator: ", ") }),
      Fields.year.column(entries.map { $0.date?.year }),
      Fields.status.column(texts { Self.words(of: $0.status) }),
      Fields.stream.column(known(\.stream)), Fields.area.column(known(\.area)),
      Fields.group.column(known(\.workingGroup)),
      Fields.keyword.column(known { $0.keywords.joined(separator: ", ") }),
      Fields.series.column(texts { Self.words(of: $0.also) }),
      Fields.obsolete.column(has(\.isObsolete)),
      Fields.here.column(has { marks.here.contains($0.number) }),
      Fields.read.column(has { marks.read.contains($0.number) }),
      Fields.bookmarked.column(has { marks.bookmarked.contains($0.number) }),
    ])
    positions = Dictionary(
      entries.indices.filter { entries[$0].isIssued }.map { (entries[$0].number, $0) },
      uniquingKeysWith: { one, _ in one })
    self.marks = marks
  }

  /// As the index prints it, and as the reader's language has it.
  private static func words(of status: RFCStatus) -> String {
    let (printed, title) = (status.printed, status.title)
    return printed.lowercased() == title.lowercased() || printed.isEmpty
      ? printed : printed + " " + title
  }

  private static func words(of series: [DocumentReference]) -> String {
    series.map { "\($0) \($0.series)\($0.number)" }.joined(separator: ", ")
  }

  /// Whether a query asks for what the text index does not tell.
  static func needsDetails(_ query: Query) -> Bool {
    let details = [
      Fields.stream.definition, Fields.area.definition, Fields.group.definition,
      Fields.keyword.definition,
    ]
    return query.fields.contains { details.contains($0) }
  }

  /// Whether each entry meets a query over the schema.
  func matches(_ query: Query) -> [Bool] {
    var matches = [Bool](repeating: false, count: table.count)
    guard let found = try? table.search(checking: query) else { return matches }
    for number in found { matches[number.rawValue] = true }
    return matches
  }

  /// Takes other marks; O(what has changed).
  mutating func mark(_ new: RFCMarks) {
    mark(Fields.here, new.here, before: marks.here)
    mark(Fields.read, new.read, before: marks.read)
    mark(Fields.bookmarked, new.bookmarked, before: marks.bookmarked)
    marks = new
  }

  private mutating func mark(_ field: Field<Bool?>, _ new: Set<Int>, before old: Set<Int>) {
    for number in new.symmetricDifference(old) {
      guard let position = positions[number] else { continue }
      try? table.update(RecordNumber(position)) { $0[field] = new.contains(number) }
    }
  }
}

internal import FoundationEssentials
public import HikidashiPreferences
public import HikidashiRecords

/// The arrangement of a table of records: its columns and their widths, its groups, its sorting and its
/// filter.
///
/// A plain value, made to be kept from one run to the next:
///
/// ```swift
/// let saved = try JSONEncoder().encode(view.arrangement)
/// view.arrangement = try JSONDecoder().decode(RecordsArrangement.self, from: saved)
/// ```
///
/// It names fields. What the records do not have, or no longer, is passed over; columns that it does not
/// name stand where the app has put them. So it outlives another version of the app.
public struct RecordsArrangement: Hashable, Sendable, CodablePreferenceValue {
  /// A column of the table, shown or hidden.
  public struct Column: Hashable, Sendable {
    /// The name of the column's field.
    public var field: String
    /// The width in pixels that the user has set; nil for the usual one.
    public var width: Int?
    /// Whether the column is hidden.
    public var isHidden: Bool

    /// Makes a column for the field of a name.
    public init(_ field: String, width: Int? = nil, isHidden: Bool = false) {
      self.field = field
      self.width = width
      self.isHidden = isHidden
    }
  }

  /// A field by which the records are sorted.
  public struct Order: Hashable, Sendable {
    /// The name of the field.
    public var field: String
    /// Whether the greatest value comes first.
    public var isDescending: Bool
    /// The place of records without a value; see `SortKey`.
    public var nulls: SortKey.Nulls?

    /// Makes an order by the field of a name.
    public init(_ field: String, isDescending: Bool = false, nulls: SortKey.Nulls? = nil) {
      self.field = field
      self.isDescending = isDescending
      self.nulls = nulls
    }
  }

  /// The columns from the start; when empty, the columns are as the app made them.
  public var columns: [Column]
  /// The fields that the records are grouped by, the one of the outermost groups first.
  public var groups: [Order]
  /// The fields that the records are sorted by, the most important first.
  public var order: [Order]
  /// The search words that a record must match to be shown.
  public var words: String
  /// The conditions on single fields that a record must fulfil to be shown.
  public var conditions: [FieldCondition]

  /// Makes an arrangement; without arguments the app's columns, unsorted and unfiltered.
  ///
  /// - Parameters:
  ///   - columns: The columns from the start; none are those that the app has made.
  ///   - groups: What the records are grouped by, the outermost groups first.
  ///   - order: What the records are sorted by, the most important first.
  ///   - words: The words that records must have to be shown.
  ///   - conditions: What must hold of single fields of records that are shown.
  public init(
    columns: [Column] = [], groups: [Order] = [], order: [Order] = [], words: String = "",
    conditions: [FieldCondition] = []
  ) {
    self.columns = columns
    self.groups = groups
    self.order = order
    self.words = words
    self.conditions = conditions
  }

  /// A copy with the same columns, groups and order, but without a filter.
  public var unfiltered: RecordsArrangement {
    RecordsArrangement(columns: columns, groups: groups, order: order)
  }
}

// What is not said is as it is at first, so that files stay short, and those of other versions readable.
extension RecordsArrangement: Codable {
  private enum Key: String, CodingKey { case columns, groups, order, words, conditions }

  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    columns = try values.decodeIfPresent([Column].self, forKey: .columns) ?? []
    groups = try values.decodeIfPresent([Order].self, forKey: .groups) ?? []
    order = try values.decodeIfPresent([Order].self, forKey: .order) ?? []
    words = try values.decodeIfPresent(String.self, forKey: .words) ?? ""
    conditions = try values.decodeIfPresent([FieldCondition].self, forKey: .conditions) ?? []
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    if !columns.isEmpty { try values.encode(columns, forKey: .columns) }
    if !groups.isEmpty { try values.encode(groups, forKey: .groups) }
    if !order.isEmpty { try values.encode(order, forKey: .order) }
    if !words.isEmpty { try values.encode(words, forKey: .words) }
    if !conditions.isEmpty { try values.encode(conditions, forKey: .conditions) }
  }
}

extension RecordsArrangement.Column: Codable {
  private enum Key: String, CodingKey { case field, width, hidden }

  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    field = try values.decode(String.self, forKey: .field)
    width = try values.decodeIfPresent(Int.self, forKey: .width)
    isHidden = try values.decodeIfPresent(Bool.self, forKey: .hidden) ?? false
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(field, forKey: .field)
    try values.encodeIfPresent(width, forKey: .width)
    if isHidden { try values.encode(true, forKey: .hidden) }
  }
}

extension RecordsArrangement.Order: Codable {
  private enum Key: String, CodingKey { case field, descending, nulls }

  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    field = try values.decode(String.self, forKey: .field)
    isDescending = try values.decodeIfPresent(Bool.self, forKey: .descending) ?? false
    nulls = try values.decodeIfPresent(SortKey.Nulls.self, forKey: .nulls)
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(field, forKey: .field)
    if isDescending { try values.encode(true, forKey: .descending) }
    try values.encodeIfPresent(nulls, forKey: .nulls)
  }
}

/// Keeps how a table is arranged in a setting, and arranges it as the setting says.
@MainActor
final class ArrangementKeeper {
  private weak var arranger: RecordsArranger?
  private let preference: Preference<RecordsArrangement>
  private let store: PreferenceStore
  private let keepsFilter: Bool
  /// How the app has arranged the table.
  private let given: RecordsArrangement
  /// How it was when the setting was last looked at.
  private var known: RecordsArrangement
  private var following: Task<Void, Never>?

  init(
    _ arranger: RecordsArranger, _ preference: Preference<RecordsArrangement>,
    _ store: PreferenceStore, keepsFilter: Bool
  ) {
    self.arranger = arranger
    self.preference = preference
    self.store = store
    self.keepsFilter = keepsFilter
    given = arranger.arrangement
    known = given
    follow()
    let updates = store.updates(of: preference)
    following = Task { [weak self] in
      for await _ in updates { self?.follow() }
    }
  }

  isolated deinit {
    following?.cancel()
  }

  func keep(_ arrangement: RecordsArrangement) {
    let kept = keepsFilter ? arrangement : arrangement.unfiltered
    guard kept != known else { return }
    known = kept
    // What an administrator has set stays so, and only this run is another.
    try? store.set(preference, to: kept)
  }

  private func follow() {
    guard let arranger else { return }
    var wanted = store.layer(of: preference) == .standard ? given : store[preference]
    known = keepsFilter ? wanted : wanted.unfiltered
    if !keepsFilter {
      wanted.words = arranger.words
      wanted.conditions = arranger.conditions
    }
    if arranger.arrangement != wanted { arranger.arrangement = wanted }
  }
}

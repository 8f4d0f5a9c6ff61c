/// What has changed in a store: the settings that have another value, and those that are shown or may
/// be changed where they were not, or the other way round.
public struct PreferenceChange: Sendable {
  let schema: PreferenceSchema
  package var values: Set<Int>
  package var states: Set<Int>

  /// The keys of the settings that have another value, in their order.
  public var keys: [String] { values.sorted().map { schema.entries[$0].key } }

  /// The keys of those that came into view or went, or may be changed now or not any more.
  public var shownKeys: [String] { states.sorted().map { schema.entries[$0].key } }

  /// Whether a setting has another value.
  public func concerns(_ preference: some PreferenceHandle) -> Bool {
    schema.position(of: preference.definition).map(values.contains) ?? false
  }

  /// A change of the settings at some positions of a schema.
  package static func of(
    _ schema: PreferenceSchema, values: Set<Int>, states: Set<Int>
  ) -> PreferenceChange { PreferenceChange(schema: schema, values: values, states: states) }

  var isEmpty: Bool { values.isEmpty && states.isEmpty }

  mutating func merge(_ other: PreferenceChange) {
    values.formUnion(other.values)
    states.formUnion(other.states)
  }
}

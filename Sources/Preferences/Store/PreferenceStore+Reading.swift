internal import Support

extension PreferenceStore {
  /// The value of a setting, from the first layer that has one.
  ///
  /// That of a setting of another group is its default.
  ///
  /// - Complexity: O(1), without a look at the disk; no memory is taken for numbers and truth values.
  // Inlinable, so that the type of the value is known where it is read.
  @inlinable
  public subscript<Value: PreferenceValue>(_ preference: Preference<Value>) -> Value {
    content(of: preference.definition).flatMap(Value.init(content:)) ?? preference.defaultValue
  }

  @usableFromInline
  func content(of definition: PreferenceDefinition) -> PreferenceContent? {
    guard let position = schema.position(of: definition) else { return nil }
    return shared.withLock { $0.state.values[position] }
  }

  /// All values as they are now, which stay so.
  ///
  /// - Complexity: O(1)
  public var snapshot: PreferenceSnapshot {
    PreferenceSnapshot(state: shared.withLock { $0.state })
  }

  /// Who says what the setting is.
  public func layer(of preference: some PreferenceHandle) -> PreferenceLayer {
    guard let position = schema.position(of: preference.definition) else { return .standard }
    return shared.withLock { $0.state.layer(position) }
  }

  /// Whether the setting is other than its default.
  public func isChanged(_ preference: some PreferenceHandle) -> Bool {
    guard let position = schema.position(of: preference.definition) else { return false }
    return shared.withLock { $0.state.values[position] } != preference.definition.defaultContent
  }

  /// Whether its condition, if it has one, lets the setting be seen.
  public func isVisible(_ preference: some PreferenceHandle) -> Bool {
    guard let position = schema.position(of: preference.definition) else { return false }
    return shared.withLock { $0.state.visible[position] }
  }

  /// Whether its condition, if it has one, lets the setting be changed.
  public func isEnabled(_ preference: some PreferenceHandle) -> Bool {
    guard let position = schema.position(of: preference.definition) else { return false }
    return shared.withLock { $0.state.enabled[position] }
  }

  /// What was wrong with stored values, since the store was opened.
  public var problems: [PreferenceProblem] { shared.withLock { $0.problems } }

  /// The changes from now on, for one reader; ask for another sequence for each.
  public var changes: PreferenceChanges { PreferenceChanges(teller.subscribe()) }

  /// The value of a setting now, and each that it has from now on, for one reader.
  public func updates<Value: PreferenceValue>(
    of preference: Preference<Value>
  ) -> PreferenceUpdates<Value> {
    PreferenceUpdates(subscription: teller.subscribe(), preference: preference) { [weak self] in
      self?[preference]
    }
  }

  /// Calls `body` after each change, on the thread that made it, until the observation is ended or
  /// released. Two changes at the same time may be told of in any order: ask the store for values.
  public func onChange(
    _ body: @escaping @Sendable (PreferenceChange) -> Void
  ) -> PreferenceObservation { PreferenceObservation(teller, teller.observe(body)) }

  /// How often a condition was looked at.
  package var testCount: Int { shared.withLock { $0.state.testCount } }
}

/// The values of a ``PreferenceStore`` at one time, all together.
public struct PreferenceSnapshot: Sendable {
  package let state: PreferenceState

  /// The value of a setting; that of one of another group is its default.
  public subscript<Value: PreferenceValue>(_ preference: Preference<Value>) -> Value {
    guard let position = state.schema.position(of: preference.definition) else {
      return preference.defaultValue
    }
    return Value(content: state.values[position]) ?? preference.defaultValue
  }

  /// Who said what the setting is.
  public func layer(of preference: some PreferenceHandle) -> PreferenceLayer {
    state.schema.position(of: preference.definition).map(state.layer) ?? .standard
  }

  /// The content of a setting by its whole key; nil where there is no such key, or it is secret.
  public func content(_ key: String) -> PreferenceContent? {
    guard let position = state.schema.positions[key],
      !state.schema.entries[position].definition.isSecret
    else { return nil }
    return state.values[position]
  }
}

extension PreferenceSnapshot: CustomStringConvertible, CustomReflectable {
  /// A line for each setting: key, value and layer; never a secret, nor a password in an address.
  public var description: String { state.report }

  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension PreferenceState {
  /// A line for each setting that is no secret.
  var report: String {
    var lines: [String] = []
    for (position, entry) in schema.entries.enumerated() {
      let value =
        entry.definition.isSecret ? "(secret)" : values[position].jsonText.withoutAddressUsers
      let layer = entry.definition.isSecret ? "" : "  # \(layer(position))"
      lines.append("\(entry.key) = \(value)\(layer)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

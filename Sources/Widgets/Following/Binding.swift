public import HikidashiPreferences
public import HikidashiRecords

/// A value that an input shows and that a person changes by it: a property of a model, a setting, or a field
/// of a record.
///
/// ```swift
/// TextEntry("_Name").bind(Binding(customer, \.name))
/// Switch("_Loud").bind(Binding(get: { player.volume > 0.5 }, set: { player.volume = $0 ? 1 : 0.2 }))
/// ```
@MainActor
public struct Binding<Value> {
  /// When what a person enters is written.
  enum Moment {
    case atOnce
    /// At once, also in a form that is applied as a whole: to a draft, which is stored later.
    case always
    /// When the keyboard leaves the input, so that what was typed is undone together.
    case whenLeft
  }

  enum Write {
    case now(@MainActor (Value) throws -> Void)
    /// Where it takes a while, as to a disk.
    case later(@MainActor (Value) async throws -> Void)
  }

  /// Nil where there is no such value any more.
  let read: @MainActor () -> Value?
  let write: Write
  let moment: Moment

  /// - Parameters:
  ///   - get: Returns the value; what it reads is followed.
  ///   - set: Takes another value. The description of what it throws is shown below the input, and the
  ///     person may try again.
  public init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) throws -> Void
  ) {
    (read, write, moment) = (get, .now(set), .atOnce)
  }

  init(_ moment: Moment, read: @escaping @MainActor () -> Value?, write: Write) {
    (self.read, self.write, self.moment) = (read, write, moment)
  }

  /// A property of an object, which is followed if its class is `@Observable`.
  public init<Model: AnyObject>(_ model: Model, _ property: ReferenceWritableKeyPath<Model, Value>)
  {
    self.init(
      .atOnce, read: { model[keyPath: property] }, write: .now { model[keyPath: property] = $0 })
  }
}

extension Binding where Value: PreferenceValue {
  /// A setting.
  public init(_ preference: Preference<Value>, in store: PreferenceStore) {
    self.init(
      .atOnce, read: { store[preference] }, write: .now { try store.set(preference, to: $0) })
  }
}

extension Binding where Value: FieldValue {
  /// A field of a record, in memory or in a store. What is typed is written, in one step that can be
  /// undone, when the keyboard leaves the input. The app waits for it before it ends.
  public init(_ field: Field<Value>, of number: RecordNumber, in records: any SharedRecords) {
    self.init(
      .whenLeft,
      read: {
        let table = records.table
        return table.contains(number) ? table[number, field] : nil
      },
      write: .later { value in
        try await records.change(field.definition.title) { table in
          try table.update(number) { $0[field] = value }
        }
      })
  }
}

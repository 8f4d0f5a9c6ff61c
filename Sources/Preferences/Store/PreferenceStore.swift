internal import Dispatch
public import HikidashiBase
public import HikidashiStorage

/// The values of settings, which are read from memory, stored in a file, and changed by the app,
/// its user, or another process.
///
/// ```swift
/// let settings = ReaderPreferences()
/// let store = try PreferenceStore(settings, at: .user("org.example.Reader"), version: "1.0")
/// store[settings.jobs]                              // 4
/// try store.set(settings.jobs, to: 8)               // in memory at once, in the file soon
/// store.layer(of: settings.jobs)                    // .user
/// for await jobs in store.updates(of: settings.jobs) { pool.resize(jobs) }
/// ```
///
/// Values come from layers: those that are given when the store is opened, such as flags and
/// variables, then the user's file, then the definitions. The first layer that has a value counts.
/// Reading a value needs no input or output. Changes are saved a moment after the last of them, by
/// `save()`, and when the store is released; the rest of the file stays as it is. Changes that
/// another process makes to the file are taken over.
public final class PreferenceStore: Sendable {
  struct Stored: Sendable {
    /// The bytes that are known to be in the storage; nil for none.
    var bytes: [UInt8]?
    /// Whether it was read at all.
    var isRead = false
  }

  struct Shared: Sendable {
    var state: PreferenceState
    var history = PreferenceHistory()
    /// The settings that are not saved yet.
    var unsaved: Set<Int> = []
    var problems: [PreferenceProblem] = []
  }

  /// The settings of the store, as they were checked.
  public let schema: PreferenceSchema
  /// The place of the user's values.
  public let place: PreferencePlace
  /// Where the administrator's values are, for messages.
  package let administratorPlace: String
  let version: AppVersion
  let storage: any ByteStorage
  let name: StorageName
  let options: PreferenceOptions
  let shared: Guarded<Shared>
  /// Held while the file is read or written.
  let stored = Guarded(Stored())
  private let feed = ChangeFeed<PreferenceChange>()
  let queue = DispatchQueue(label: "PreferenceStore")
  let secrets: SecretKeeper
  let autosave: Debounce?
  private let watch = Guarded<FolderWatch?>(nil)
  /// The values and states of the settings, by their positions.
  private let observed: [ObservedState]
  /// All of the store: snapshots, layers, undo, problems, and what is not saved.
  let observedRest = ObservedState()

  /// Opens a store for a group of settings, and waits for the disk.
  ///
  /// - Parameters:
  ///   - group: The settings.
  ///   - place: Where the user's values are stored.
  ///   - version: The version of the app that runs; it is stored with the values.
  ///   - layers: The sources that override the user's values, the strongest first.
  ///   - options: What to migrate, when to save, where to keep secrets, and whom to tell of
  ///     problems.
  /// - Throws: ``PreferenceSchemaError`` if the settings are defined wrongly, ``PreferenceError``
  ///   for a wrong flag, or if the file can be neither read nor made.
  public convenience init(
    _ group: some PreferenceGroup, at place: PreferencePlace, version: AppVersion,
    layers: [PreferenceSource] = [.administrator],
    options: PreferenceOptions = PreferenceOptions()
  ) throws {
    try self.init(
      PreferenceSchema(group), at: place, version: version, layers: layers, options: options)
  }

  /// Opens a store for the settings of a schema; the other parameters are as for a group.
  ///
  /// - Throws: ``PreferenceError`` for a wrong flag, or if the file can be neither read nor made.
  public init(
    _ schema: PreferenceSchema, at place: PreferencePlace, version: AppVersion,
    layers: [PreferenceSource] = [.administrator],
    options: PreferenceOptions = PreferenceOptions()
  ) throws(PreferenceError) {
    self.schema = schema
    observed = schema.entries.map { _ in ObservedState() }
    self.place = place
    self.version = version
    var options = options
    options.migrations.sort { $0.version < $1.version }
    self.options = options
    secrets = SecretKeeper(options.secrets, for: place)
    autosave = options.autosave.map { [queue] in Debounce($0, on: queue) }
    do throws(StorageError) { (storage, name) = try place.open() } catch { throw .storage(error) }
    let above = try FixedLayers(schema, layers, above: place)
    administratorPlace = above.place
    shared = Guarded(
      Shared(
        state: PreferenceState(schema, user: [:], fixed: above.contents), problems: above.problems))
    do throws(StorageError) { try load() } catch { throw .storage(error) }
    watch.withLock { $0 = makeWatch() }
  }

  deinit {
    watch.withLock { $0 = nil }
    feed.finish()
    do throws(PreferenceError) { try save() } catch { report(error) }
  }

  private func makeWatch() -> FolderWatch? {
    guard place.isWatched else { return nil }
    // Not a watch of its own doing: it goes with the store.
    let look: @Sendable () -> Void = { [weak self] in
      guard let self else { return }
      do throws(PreferenceError) { try refresh() } catch { report(error) }
    }
    let watch = place.folder.flatMap { folder in
      FolderWatch(
        folder, for: [.written, .movedIn, .movedOut, .removed], on: queue, onChange: look)
    }
    return watch ?? FolderWatch(every: .seconds(2), on: queue, onChange: look)
  }

  func report(_ error: PreferenceError) {
    if case .storage(let error) = error { add([.notSaved(error)]) }
  }

  func add(_ problems: [PreferenceProblem]) {
    guard !problems.isEmpty else { return }
    let new = shared.withLock { shared in
      // A file is read again and again, and is wrong each time.
      let new = problems.filter { !shared.problems.contains($0) }
      shared.problems += new
      return new
    }
    observedRest.didChange()
    for problem in new { options.onProblem?(problem) }
  }
}

// MARK: - Telling

extension PreferenceStore {
  /// Notifies all readers and observers of a change.
  func tell(_ change: PreferenceChange) {
    if !change.isEmpty { feed.tell(change) }
    for position in change.values { observed[position].didChange() }
    for position in change.states { observed[position].didChange() }
    observedRest.didChange()
  }

  /// Reads state that belongs to no single setting, and lets the reader track it.
  func observing<Result: Sendable>(_ read: (inout Shared) -> Result) -> Result {
    observedRest.willRead()
    return shared.withLock { read(&$0) }
  }
}

// MARK: - Reading

extension PreferenceStore {
  // Inlinable, so that the type of the value is known where it is read.
  /// The value of a setting, from the first layer that has one.
  ///
  /// A setting that does not belong to the store has its default.
  ///
  /// - Complexity: O(1), without reading the disk; numbers and Booleans need no allocation.
  @inlinable
  public subscript<Value: PreferenceValue>(_ preference: Preference<Value>) -> Value {
    content(of: preference.definition).flatMap(Value.init(content:)) ?? preference.defaultValue
  }

  @usableFromInline
  func content(of definition: PreferenceDefinition) -> PreferenceContent? {
    guard let position = schema.position(of: definition) else { return nil }
    observed[position].willRead()
    return shared.withLock { $0.state.values[position] }
  }

  /// A snapshot of all values, which later changes do not affect.
  ///
  /// - Complexity: O(1)
  public var snapshot: PreferenceSnapshot {
    observedRest.willRead()
    return PreferenceSnapshot(state: shared.withLock { $0.state })
  }

  /// The layer that the setting's value comes from.
  public func layer(of preference: some PreferenceHandle) -> PreferenceLayer {
    guard let position = schema.position(of: preference.definition) else { return .standard }
    observedRest.willRead()
    return shared.withLock { $0.state.layer(position) }
  }

  /// Whether the setting's value differs from its default.
  public func isChanged(_ preference: some PreferenceHandle) -> Bool {
    guard let position = schema.position(of: preference.definition) else { return false }
    observed[position].willRead()
    return shared.withLock { $0.state.values[position] } != preference.definition.defaultContent
  }

  /// Whether the setting's condition for being shown holds; true if it has none.
  public func isVisible(_ preference: some PreferenceHandle) -> Bool {
    guard let position = schema.position(of: preference.definition) else { return false }
    observed[position].willRead()
    return shared.withLock { $0.state.visible[position] }
  }

  /// Whether the setting's condition for being changed holds; true if it has none.
  public func isEnabled(_ preference: some PreferenceHandle) -> Bool {
    guard let position = schema.position(of: preference.definition) else { return false }
    observed[position].willRead()
    return shared.withLock { $0.state.enabled[position] }
  }

  /// The problems with stored values since the store was opened, including those of the opening.
  public var problems: [PreferenceProblem] {
    observedRest.willRead()
    return shared.withLock { $0.problems }
  }

  /// A sequence of the changes from now on, for one reader; each reader needs its own.
  public var changes: PreferenceChanges {
    PreferenceChanges(subscription: feed.subscribe(limit: 1))
  }

  /// A sequence of a setting's current value and each later one, for one reader.
  public func updates<Value: PreferenceValue>(
    of preference: Preference<Value>
  ) -> PreferenceUpdates<Value> {
    PreferenceUpdates(subscription: feed.subscribe(limit: 1), preference: preference) {
      [weak self] in
      self?[preference]
    }
  }

  /// Calls `body` with each change from now on, until the token is cancelled or released.
  ///
  /// Calls come one after another, in order, on the thread of some change after it has taken effect; by
  /// then, values may have changed again. `body` may change settings: it is told of that in later calls.
  public func onChange(
    _ body: @escaping @Sendable (PreferenceChange) -> Void
  ) -> ObservationToken { feed.observe(body) }

  /// The number of times that a condition was tested.
  package var testCount: Int { shared.withLock { $0.state.testCount } }
}

/// All values of a ``PreferenceStore`` at one point in time.
public struct PreferenceSnapshot: Sendable {
  package let state: PreferenceState

  /// The value of a setting; the default if the setting does not belong to the store.
  public subscript<Value: PreferenceValue>(_ preference: Preference<Value>) -> Value {
    guard let position = state.schema.position(of: preference.definition) else {
      return preference.defaultValue
    }
    return Value(content: state.values[position]) ?? preference.defaultValue
  }

  /// The layer that the setting's value came from.
  public func layer(of preference: some PreferenceHandle) -> PreferenceLayer {
    state.schema.position(of: preference.definition).map(state.layer) ?? .standard
  }

  /// The content of the setting with this whole key; nil if there is none, or it is secret.
  public func content(_ key: String) -> PreferenceContent? {
    guard let position = state.schema.positions[key],
      !state.schema.entries[position].definition.isSecret
    else { return nil }
    return state.values[position]
  }
}

extension PreferenceSnapshot: CustomStringConvertible, CustomReflectable {
  /// One line for each setting with key, value and layer, without secrets and passwords in
  /// addresses.
  public var description: String { state.report }

  /// A mirror that shows only the description.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension PreferenceState {
  /// One line for each setting; that of a secret has no value.
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

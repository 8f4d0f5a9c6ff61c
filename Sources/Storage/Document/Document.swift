import Dispatch
import Glibc
import HikidashiBase
public import HikidashiRecords

/// An app's own data in one place: stores of records and named values of bytes, which are saved
/// together.
///
/// ```swift
/// let document = try Document(
///   .folder("/home/me/.local/share/cards"), version: "1.4",
///   onVersionChange: { old, _, bytes throws(StorageError) in
///     if old < "1.2" { try bytes.remove("cache") }
///   })
/// let cards = try document.store("cards", schema)
/// try cards.edit { try $0.append { $0[name] = "山田" } }   // in memory at once
/// document.setValue(Array("dark".utf8), for: "look")
/// try document.save()
/// ```
///
/// Edits take effect in memory. They are saved together a moment after the last of them, by
/// `save()`, and when the document goes: all that was changed since the last time or, when the
/// program is killed or the power fails meanwhile, nothing of it. An `App` of `HikidashiWidgets`
/// that has `.saves { try await document.save() }` saves when its window loses the focus, at quit
/// and when it is told to end.
///
/// The version of the app is stored when the document is first opened, even when there is nothing
/// else to store. When a newer version opens it, `onVersionChange` runs before anything is read.
/// Data that a newer version wrote is not touched: opening it throws, unless it is opened to be
/// read only.
///
/// An app must keep a reference to its document: when the document is released, its stores close
/// and refuse further edits.
public final class Document: Sendable {
  struct State: Sendable {
    var stores: [String: RecordStore] = [:]
    var observations: [ObservationToken] = []
    /// Values that were set since the last time; nil for those that were removed.
    var values: [StorageName: [UInt8]?] = [:]
  }

  /// Where the data is kept.
  public let place: DocumentPlace
  /// Whether the document is read-only, because a newer version of the app wrote its data.
  public let isReadOnly: Bool
  /// The version of the app that runs.
  let version: AppVersion
  let home: any OpenPlace
  let state = Guarded(State())
  let queue = DispatchQueue(label: "Document")
  /// Held while saving or opening a store. What it guards is no value; the thread sanitizer takes
  /// one without a size for its neighbour in memory.
  let turn = Guarded(true)
  /// The thread that holds it.
  let turnHolder = Guarded<pthread_t?>(nil)
  /// Which values and stores are not saved.
  private let observed = ObservedState()
  private let autosave: Debounce?
  private let onSaveError: (@Sendable (DocumentError) -> Void)?

  /// What to do with data that a newer version of the app wrote.
  public enum NewerData: Sendable {
    /// Refuse to open it: ``DocumentError/newer(place:found:own:)`` is thrown.
    case refuse
    /// Open it read-only: edits are never saved, and `save()` throws if there are any.
    case readOnly
  }

  /// Where the version of the app is stored.
  static let versionName = StorageName(unchecked: StorageName.reserved + "app-version")

  /// Opens an app's data; waits for the disk.
  ///
  /// - Parameters:
  ///   - place: Where the data is, or is to be made.
  ///   - version: The version of the app that runs.
  ///   - newer: What to do with data of a newer version.
  ///   - autosave: How long after the last change all changes are saved; nil for never.
  ///   - onSaveError: is told when saving without being asked has failed, on any thread.
  ///   - onVersionChange: is called with the version that wrote the data, this one, and the values'
  ///     storage, when they differ. What it throws ends the opening, and it is called again next
  ///     time.
  /// - Throws: ``DocumentError``
  public init(
    _ place: DocumentPlace, version: AppVersion, newer: NewerData = .refuse,
    autosave: Duration? = .seconds(2), onSaveError: (@Sendable (DocumentError) -> Void)? = nil,
    onVersionChange: (
      _ from: AppVersion, _ to: AppVersion, _ bytes: any ByteStorage
    ) throws(StorageError) -> Void = { _, _, _ in }
  ) throws(DocumentError) {
    self.place = place
    self.version = version
    self.autosave = autosave.map { [queue] in Debounce($0, on: queue) }
    self.onSaveError = onSaveError
    let home = try Self.storing { () throws(StorageError) in try place.open() }
    let old = try Self.version(in: home.values, place)
    let isNewer = old.map { $0 > version } ?? false
    if let old, isNewer {
      guard case .readOnly = newer else {
        throw .newer(place: place.description, found: old, own: version)
      }
    }
    isReadOnly = isNewer
    self.home = try Self.storing { () throws(StorageError) in
      try home.settled(isReadOnly: isNewer)
    }
    if isNewer || old == version { return }
    let bytes = home.values
    try Self.storing { () throws(StorageError) in
      if let old { try onVersionChange(old, version, bytes) }
      try bytes.write(Array(version.description.utf8), to: Self.versionName)
    }
  }

  deinit {
    saveUnasked()
    // Nobody would save what is edited from now on.
    for store in state.withLock({ $0.stores.values.map { $0 } }) { store.close() }
  }

  /// The version that wrote the data; nil where there is none.
  static func version(
    in bytes: any ByteStorage, _ place: DocumentPlace
  ) throws(DocumentError) -> AppVersion? {
    let text = try storing { () throws(StorageError) -> String? in
      guard try bytes.exists(versionName) else { return nil }
      return String(decoding: try bytes.read(versionName), as: UTF8.self)
    }
    guard let text else { return nil }
    guard let version = AppVersion(text) else {
      throw .badVersion(place: place.description, text: text)
    }
    return version
  }

  /// Gives a storage's error as the document's.
  static func storing<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(DocumentError) -> Result {
    do throws(StorageError) { return try body() } catch { throw .storage(error) }
  }

  /// Saves, and tells `onSaveError` of what goes wrong.
  func saveUnasked() {
    if isReadOnly { return }
    do throws(DocumentError) { try save() } catch { onSaveError?(error) }
  }

  /// Saves a while after the last of several changes.
  func scheduleSave() {
    observed.didChange()
    if !isReadOnly { autosave?.schedule { [weak self] in self?.saveUnasked() } }
  }
}

// MARK: - Content

extension Document {
  /// Returns the store with this name, opening it at the first call; waits for the disk.
  ///
  /// Its edits are in memory when they return and are saved with the document.
  ///
  /// - Parameters:
  ///   - name: Unique in the document; the name of a file or a table.
  ///   - schema: The fields that the records have.
  ///   - migrations: As for ``RecordStore``; none are run if the document is read-only.
  /// - Throws: ``StoreError``, also where the name was asked for before with another schema.
  public func store(
    _ name: String, _ schema: Schema, migrations: [SchemaMigration] = []
  ) throws(StoreError) -> RecordStore {
    // In turn with saving, so that a store is opened once.
    try inTurn { () throws(StoreError) in
      try DocumentPlace.checkName(name)
      let key = home.key(of: name)
      if let store = state.withLock({ $0.stores[key] }) {
        guard store.schema == schema else {
          throw .otherSchema(
            place: store.destination.description, reason: tr("it is open with another one"))
        }
        return store
      }
      let store = try open(name, schema, migrations)
      let observation = store.onChange { [weak self] change in
        if change.kind != .external { self?.scheduleSave() }
      }
      state.withLock { state in
        state.stores[key] = store
        state.observations.append(observation)
      }
      return store
    }
  }

  private func open(
    _ name: String, _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordStore {
    let destination = try home.destination(name)
    let backend = try destination.open()
    return try RecordStore(
      schema, destination,
      isReadOnly ? ReadOnlyBackend(base: backend, place: destination.description) : backend,
      migrations, .whenAsked, undoLimit: 100)
  }

  /// Returns the bytes of the value with this name, or nil if there is none; may wait for the disk.
  public func value(_ name: StorageName) throws(StorageError) -> [UInt8]? {
    if let value = state.withLock({ $0.values[name] }) { return value }
    do throws(StorageError) { return try home.values.read(name) } catch .notFound { return nil }
  }

  /// Sets the bytes of the value with this name, or removes it if nil; saved with the document.
  public func setValue(_ value: [UInt8]?, for name: StorageName) {
    state.withLock { $0.values[name] = .some(value) }
    scheduleSave()
  }

  /// Whether there are changes that are not saved yet.
  public var hasUnsavedChanges: Bool {
    observed.willRead()
    let (stores, isValueSet) = state.withLock { (Array($0.stores.values), !$0.values.isEmpty) }
    return isValueSet || stores.contains { $0.hasUnsavedChanges }
  }

  /// Saves all unsaved changes, if there are any; waits for the disk.
  ///
  /// Values and stores are saved together: whatever ends the program meanwhile, all of it is there
  /// when the document is opened again, or nothing. When it throws, nothing was saved, and all of
  /// it stays to be saved; as with other durable changes, one whose last sync failed may yet be
  /// seen. A store that was closed is left out; ``DocumentError/stores(_:)`` is thrown for it in
  /// the end.
  ///
  /// - Throws: ``DocumentError``
  public func save() throws(DocumentError) {
    guard hasUnsavedChanges else { return }
    guard !isReadOnly else { throw .readOnly(place: place.description) }
    defer { observed.didChange() }
    try inTurn { () throws(DocumentError) in
      // A newer app may have been started meanwhile.
      if let found = try Self.version(in: home.values, place), found > version {
        throw .newer(place: place.description, found: found, own: version)
      }
      let (stores, values) = state.withLock { ($0.stores.sorted { $0.key < $1.key }, $0.values) }
      let names = Dictionary(uniqueKeysWithValues: stores.map { (ObjectIdentifier($1), $0) })
      try RecordStore.save(stores.map(\.value)) { unsaved throws(DocumentError) in
        let named = unsaved.map { (name: names[ObjectIdentifier($0.store)] ?? "", records: $0) }
        return named.isEmpty && values.isEmpty ? [] : try home.save(values, named)
      }
      state.withLock { state in
        // It may have been set once more meanwhile.
        for (name, value) in values where state.values[name] == .some(value) {
          state.values[name] = nil
        }
      }
      let closed = stores.filter { $0.value.hasUnsavedChanges && $0.value.isClosed }
      guard closed.isEmpty else {
        throw .stores(
          Dictionary(
            uniqueKeysWithValues: closed.map {
              ($0.key, StoreError.closed(place: $0.value.destination.description))
            }))
      }
    }
  }

  /// Runs `body` when nobody saves or opens a store.
  ///
  /// A store that is saved tells of what others changed, on this thread, and whoever is told may
  /// save or ask for a store, too: waiting for one's own turn would be for ever.
  private func inTurn<Result: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = pthread_self()
    if turnHolder.withLock({ $0 }) == thread { return try body() }
    return try turn.withLock { _ throws(Failure) in
      turnHolder.withLock { $0 = thread }
      defer { turnHolder.withLock { $0 = nil } }
      return try body()
    }
  }
}

// MARK: - Waiting

// The calls that wait for the disk on a thread of their own: for the main thread, and wherever else
// nothing may wait.
extension Document {
  /// Opens an app's data as the initializer does, without blocking the caller's thread.
  ///
  /// - Throws: ``DocumentError``
  public static func open(
    _ place: DocumentPlace, version: AppVersion, newer: NewerData = .refuse,
    autosave: Duration? = .seconds(2), onSaveError: (@Sendable (DocumentError) -> Void)? = nil,
    onVersionChange:
      @escaping @Sendable (
        _ from: AppVersion, _ to: AppVersion, _ bytes: any ByteStorage
      ) throws(StorageError) -> Void = { _, _, _ in }
  ) async throws(DocumentError) -> Document {
    try await wait(on: DispatchQueue(label: "Document.open")) { () throws(DocumentError) in
      try Document(
        place, version: version, newer: newer, autosave: autosave, onSaveError: onSaveError,
        onVersionChange: onVersionChange)
    }
  }

  /// Returns the store with this name, opening it at the first call, without blocking the caller's
  /// thread.
  public func store(
    _ name: String, _ schema: Schema, migrations: [SchemaMigration] = []
  ) async throws(StoreError) -> RecordStore {
    try await wait(on: queue) { () throws(StoreError) in
      try self.store(name, schema, migrations: migrations)
    }
  }

  /// Saves all unsaved changes, if there are any, without blocking the caller's thread.
  ///
  /// - Throws: ``DocumentError``
  public func save() async throws(DocumentError) {
    try await wait(on: queue) { () throws(DocumentError) in try self.save() }
  }
}

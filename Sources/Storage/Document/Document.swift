import Dispatch
import Glibc
import Support

/// An app's own data in one place: stores of records and values of bytes, loaded at launch and saved
/// now and then.
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
/// Edits take effect in memory. They are saved together a moment after the last of them, by `save()`,
/// and when the document goes: all that was changed since the last time or, when the program is killed
/// or the power fails meanwhile, nothing of it. An `App` of `Widgets` that has `.saves { try await document.save() }`
/// saves when its window loses the focus, at quit and when it is told to end.
///
/// The version of the app is stored when the document is first opened, even when there is nothing
/// else to store. When a newer version opens it, `onVersionChange` runs before anything is read. Data
/// that a newer version wrote is not touched: opening it throws, unless it is opened to be read only.
///
/// An app holds on to its document: the stores close when it goes, and refuse edits from then on.
public final class Document: Sendable {
  struct State: Sendable {
    var stores: [String: RecordStore] = [:]
    /// Values that were set since the last time; nil for those that were removed.
    var values: [StorageName: [UInt8]?] = [:]
    /// Changes so far: a save that was to come is left out when there was a later one.
    var changeCount = 0
  }

  public let place: DocumentPlace
  /// Whether a newer version of the app wrote the data, so that it is only read.
  public let isReadOnly: Bool
  /// The version of the app that runs.
  let version: AppVersion
  let home: any OpenPlace
  let state = Guarded(State())
  let queue = DispatchQueue(label: "Document")
  /// Held while saving or opening a store. What it guards is no value; the thread sanitizer takes one
  /// without a size for its neighbour in memory.
  let turn = Guarded(true)
  /// The thread that holds it.
  let turnHolder = Guarded<pthread_t?>(nil)
  private let delay: Duration?
  private let onSaveError: (@Sendable (DocumentError) -> Void)?

  /// What to do with data that a newer version of the app wrote.
  public enum NewerData: Sendable {
    case refuse
    /// Open it; what is edited is never saved, and `save()` throws then.
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
  ///     storage, when they differ. What it throws ends the opening, and it is called again next time.
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
    delay = autosave
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
    guard let delay, !isReadOnly else { return }
    // A year is as good as never.
    let (seconds, attoseconds) = min(max(delay, .zero), .seconds(365 * 86_400)).components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    let count = state.withLock { state in
      state.changeCount += 1
      return state.changeCount
    }
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      guard let self, state.withLock({ $0.changeCount }) == count else { return }
      saveUnasked()
    }
  }
}

internal import CHikidashiSecret
internal import Dispatch
internal import Glibc
internal import HikidashiBase
internal import HikidashiRecords
internal import HikidashiStorage
internal import HikidashiValues

/// Stores secrets in the keyring, or in a file of mode 0600. Calls block.
final class SecretKeeper: Sendable {
  private let place: PreferencePlace
  /// The app whose secrets are in the keyring; nil if the keyring is not used.
  private let app: String?
  /// One call at a time, on a thread that may wait for a person who unlocks the keyring.
  let queue = DispatchQueue(label: "SecretKeeper")
  private let isThere = Guarded<Bool?>(nil)

  init(_ secrets: SecretPlace, for place: PreferencePlace) {
    self.place = place
    app =
      switch secrets {
      case .automatic: place.app
      case .file: nil
      }
  }

  func value(_ key: String) throws(PreferenceError) -> String? {
    guard let app, hasKeyring else { return try fileValue(key) }
    var text: UnsafeMutablePointer<CChar>?
    var error: UnsafeMutablePointer<CChar>?
    let found = hk_secret_find(app, key, &text, &error)
    defer {
      hk_secret_free(text)
      hk_secret_free(error)
    }
    guard found >= 0 else { throw Self.failure(key, error) }
    // There may have been no keyring when it was stored.
    return text.map { String(cString: $0) } ?? (try? fileValue(key))
  }

  func set(_ value: String?, _ key: String, label: String) throws(PreferenceError) {
    guard let app, hasKeyring else { return try setInFile(value, key) }
    var error: UnsafeMutablePointer<CChar>?
    let code =
      value.map { hk_secret_store(app, key, label, $0, &error) }
      ?? hk_secret_remove(app, key, &error)
    defer { hk_secret_free(error) }
    guard code == 0 else { throw Self.failure(key, error) }
    // What is in the file would be found when there is none in the keyring any more.
    if (try? fileValue(key)) != nil { try setInFile(nil, key) }
  }

  private static func failure(
    _ key: String, _ error: UnsafeMutablePointer<CChar>?
  ) -> PreferenceError {
    .keyring(key: key, reason: error.map { String(cString: $0) } ?? "")
  }

  /// Whether there is a keyring, which is found out once. The session's bus must exist first, as
  /// GLib would try to start one.
  private var hasKeyring: Bool {
    isThere.withLock { isThere in
      if let isThere { return isThere }
      let bus = Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil
      let socket = Environment.value("XDG_RUNTIME_DIR").map { access($0 + "/bus", F_OK) == 0 }
      let found = (bus || socket ?? false) && hk_secret_is_there() != 0
      isThere = found
      return found
    }
  }
}

// A file beside the settings, for where there is no keyring: `FolderStorage` gives files mode 0600.
extension SecretKeeper {
  private func open() throws(StorageError) -> (any ByteStorage, StorageName) {
    let (storage, name) = try place.open()
    return (storage, try StorageName(name.text + ".secrets"))
  }

  private func file(
    _ storage: any ByteStorage, _ name: StorageName
  ) throws(StorageError) -> PreferenceFile {
    let bytes: [UInt8]
    do throws(StorageError) { bytes = try storage.read(name) } catch .notFound {
      return PreferenceFile()
    }
    do throws(JSONFileDamage) { return try PreferenceFile(bytes) } catch {
      // What somebody may yet mend is not written over.
      _ = try storage.setAside(bytes, of: name)
      return PreferenceFile()
    }
  }

  private func fileValue(_ key: String) throws(PreferenceError) -> String? {
    do throws(StorageError) {
      let (storage, name) = try open()
      let members = try file(storage, name).members
      guard let member = members.last(where: { $0.key == key }),
        let node = PreferenceFile.node(member.value), case .string(let text) = node.kind
      else { return nil }
      return text
    } catch {
      throw .storage(error)
    }
  }

  private func setInFile(_ value: String?, _ key: String) throws(PreferenceError) {
    do throws(StorageError) {
      let lock = place.folder.map { FileLock(folder: $0, name: "secrets") }
      defer { withExtendedLifetime(lock) {} }
      let (storage, name) = try open()
      var file = try file(storage, name)
      file.members.removeAll { $0.key == key }
      if let value {
        file.members.append(
          PreferenceFile.Member(key: key, value: .written(JSONText.quoted(value))))
      }
      try storage.write(Array(file.text.utf8), to: name)
    } catch {
      throw .storage(error)
    }
  }
}

extension PreferenceStore {
  /// Returns the value of a secret; nil if there is none. May wait for the user to unlock the
  /// keyring.
  ///
  /// - Throws: ``PreferenceError``
  public func secret(_ preference: SecretPreference) async throws(PreferenceError) -> String? {
    let key = try key(of: preference)
    return try await secretly { (keeper) throws(PreferenceError) in try keeper.value(key) }
  }

  /// Stores the value of a secret; nil removes it.
  ///
  /// - Throws: ``PreferenceError``; the text of the error does not contain the value.
  public func setSecret(
    _ value: String?, for preference: SecretPreference
  ) async throws(PreferenceError) {
    let key = try key(of: preference)
    let label = preference.definition.title
    try await secretly { (keeper) throws(PreferenceError) in
      try keeper.set(value, key, label: label)
    }
  }

  private func key(of preference: SecretPreference) throws(PreferenceError) -> String {
    guard let position = schema.position(of: preference.definition) else {
      throw .unknown(key: preference.definition.key)
    }
    return schema.entries[position].key
  }

  private func secretly<Result: Sendable>(
    _ work: @escaping @Sendable (SecretKeeper) throws(PreferenceError) -> Result
  ) async throws(PreferenceError) -> Result {
    let keeper = secrets
    let result = await withCheckedContinuation { continuation in
      keeper.queue.async {
        continuation.resume(
          returning: Swift.Result { () throws(PreferenceError) in try work(keeper) })
      }
    }
    return try result.get()
  }
}

/// Where the secrets of a ``PreferenceStore`` are kept.
public enum SecretPlace: Sendable {
  /// The desktop's keyring, if there is one and the store's place belongs to an app; otherwise
  /// ``file``.
  case automatic
  /// A file beside the settings, which only the user may read.
  case file
}

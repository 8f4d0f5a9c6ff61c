internal import Glibc
internal import HikidashiBase
public import HikidashiStorage

/// The place where the user's settings are stored.
public struct PreferencePlace: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case file(folder: String, name: String)
    case bytes(any ByteStorage, StorageName)
  }

  let kind: Kind
  /// The app whose settings folder the place is in; nil for other places.
  let app: String?
  /// Whether the store watches the place for changes by other processes.
  var isWatched = true

  /// `preferences.json` in the app's folder in `$XDG_CONFIG_HOME`, or `~/.config`.
  ///
  /// - Parameters:
  ///   - app: The name of the app's folder, such as its id.
  ///   - environment: Variables in place of the process's own, for example in a test.
  public static func user(
    _ app: String, environment: [String: String]? = nil
  ) -> PreferencePlace {
    let set = variable("XDG_CONFIG_HOME", environment).flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = set ?? (home + "/.config")
    return PreferencePlace(kind: resolved(folder + "/" + app + "/preferences.json"), app: app)
  }

  /// A file, whose folder is created if missing. A symbolic link is resolved when the place is
  /// made.
  public static func file(_ path: String) -> PreferencePlace {
    PreferencePlace(kind: resolved(path), app: nil)
  }

  /// A name in a storage of bytes, such as a `SQLiteStorage`.
  public static func bytes(in storage: any ByteStorage, name: StorageName) -> PreferencePlace {
    PreferencePlace(kind: .bytes(storage, name), app: nil)
  }

  /// A new place in memory, which is lost with the store, for example for a test.
  public static var memory: PreferencePlace {
    .bytes(in: MemoryStorage(), name: "preferences.json")
  }

  /// A copy in memory of what is stored now, for a command that only reads settings.
  public var copied: PreferencePlace {
    let memory = MemoryStorage()
    var copy = PreferencePlace.bytes(in: memory, name: "preferences.json")
    if case .file(let folder, let name) = kind,
      let bytes = try? FileBytes.read(folder + "/" + name, limit: PreferenceFile.limit)
    {
      // Memory takes what there is.
      try? memory.write(bytes, to: "preferences.json")
    } else if case .bytes(let storage, let name) = kind, let bytes = try? storage.read(name) {
      try? memory.write(bytes, to: "preferences.json")
    }
    copy = PreferencePlace(kind: copy.kind, app: app)
    copy.isWatched = false
    return copy
  }

  /// The path of the file, or the name in the storage.
  public var description: String {
    switch kind {
    case .file(let folder, let name): folder + "/" + name
    case .bytes(_, let name): name.text
    }
  }

  /// Opens the storage, and returns it with the name in it.
  func open() throws(StorageError) -> (storage: any ByteStorage, name: StorageName) {
    switch kind {
    case .file(let folder, let name): (try FolderStorage(folder), try StorageName(name))
    case .bytes(let storage, let name): (storage, name)
    }
  }

  /// The folder of a file, to be watched and locked; nil for other places.
  var folder: String? {
    guard case .file(let folder, _) = kind else { return nil }
    return folder
  }

  /// A variable of the given ones, or of the process's own; nil where it is empty.
  static func variable(_ name: String, _ environment: [String: String]?) -> String? {
    guard let environment else { return Environment.value(name) }
    return environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var home: String {
    if let home = Environment.value("HOME"), home.hasPrefix("/") { return home }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
    return String(cString: home)
  }

  private static func resolved(_ path: String) -> Kind {
    var path = path
    if let real = realpath(path, nil) {
      path = String(cString: real)
      free(real)
    }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return .file(folder: ".", name: path)
    }
    let folder = String(path[..<slash])
    return .file(
      folder: folder.isEmpty ? "/" : folder, name: String(path[path.utf8.index(after: slash)...]))
  }
}

/// A lock for processes that change one file: the file `.NAME.lock` beside it.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for other processes, some seconds at most, so that one that hangs does not block all.
  init(folder: String, name: String) {
    descriptor = open(folder + "/." + name + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    for _ in 0..<1_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(5_000)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

public import HikidashiStorage

/// A storage that tells of every call to another one, with how long it took.
///
/// ```swift
/// let storage = TracingStorage(try FolderStorage(path)) { trace in
///   if trace.duration > .milliseconds(100) { print(trace) }
/// }
/// ```
///
/// A call is told once it is over, on the thread that made it; calls that ran at the same time are
/// told in the order in which they ended.
public struct TracingStorage: ByteStorage {
  private let base: any ByteStorage
  private let report: @Sendable (StorageTrace) -> Void

  public init(_ base: any ByteStorage, _ report: @escaping @Sendable (StorageTrace) -> Void) {
    self.base = base
    self.report = report
  }

  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    try trace(.read, name) { trace throws(StorageError) in
      let bytes = try base.read(name)
      trace.byteCount = bytes.count
      return bytes
    }
  }

  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try trace(.write, name, durability, bytes.count) { _ throws(StorageError) in
      try base.write(bytes, to: name, durability: durability)
    }
  }

  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try trace(.append, name, durability, bytes.count) { _ throws(StorageError) in
      try base.append(bytes, to: name, durability: durability)
    }
  }

  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try trace(.remove, name, durability) { _ throws(StorageError) in
      try base.remove(name, durability: durability)
    }
  }

  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    try trace(.list, folder) { _ throws(StorageError) in try base.list(under: folder) }
  }

  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    try trace(.look, name) { _ throws(StorageError) in try base.entry(name) }
  }

  private func trace<Result>(
    _ operation: StorageOperation, _ name: StorageName?, _ durability: Durability? = nil,
    _ byteCount: Int? = nil, _ body: (inout StorageTrace) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    var trace = StorageTrace(operation, name, durability: durability, byteCount: byteCount)
    let start = ContinuousClock.now
    defer {
      trace.duration = .now - start
      report(trace)
    }
    do throws(StorageError) {
      return try body(&trace)
    } catch {
      trace.error = error
      throw error
    }
  }
}

/// One call to a storage.
public struct StorageTrace: Sendable {
  public var operation: StorageOperation
  /// The name, or the folder that was listed; nil for a list of everything.
  public var name: StorageName?
  /// What was asked for; nil where nothing was changed.
  public var durability: Durability?
  /// How many bytes were given, or read; nil where it was about none.
  public var byteCount: Int?
  public var duration: Duration = .zero
  /// What was thrown.
  public var error: StorageError?

  public init(
    _ operation: StorageOperation, _ name: StorageName?, durability: Durability? = nil,
    byteCount: Int? = nil
  ) {
    self.operation = operation
    self.name = name
    self.durability = durability
    self.byteCount = byteCount
  }
}

extension StorageTrace: CustomStringConvertible {
  /// The call in one line, as in `write settings.json, 120 bytes, durable: 0.0012 seconds`.
  public var description: String {
    var parts = ["\(operation) \(name?.text ?? "everything")"]
    if let byteCount { parts.append("\(byteCount) bytes") }
    if let durability { parts.append("\(durability)") }
    let outcome = error.map { ": \($0)" } ?? ""
    return "\(parts.joined(separator: ", ")): \(duration)\(outcome)"
  }
}

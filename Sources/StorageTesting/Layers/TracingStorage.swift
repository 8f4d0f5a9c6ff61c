public import HikidashiStorage

/// A storage that passes calls on to another one and reports each of them with its duration.
///
/// ```swift
/// let storage = TracingStorage(try FolderStorage(path)) { trace in
///   if trace.duration > .milliseconds(100) { print(trace) }
/// }
/// ```
///
/// A call is reported after it has ended, on the thread that made it, so that several threads may
/// report at the same time.
public struct TracingStorage: ByteStorage {
  private let base: any ByteStorage
  private let report: @Sendable (StorageTrace) -> Void

  /// Creates a storage that passes calls on to `base` and calls `report` after each.
  public init(_ base: any ByteStorage, _ report: @escaping @Sendable (StorageTrace) -> Void) {
    self.base = base
    self.report = report
  }

  /// Reads `name` from the base storage, and reports the call.
  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    try trace(.read, name) { trace throws(StorageError) in
      let bytes = try base.read(name)
      trace.byteCount = bytes.count
      return bytes
    }
  }

  /// Writes `bytes` to the base storage, and reports the call.
  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try trace(.write, name, durability, bytes.count) { _ throws(StorageError) in
      try base.write(bytes, to: name, durability: durability)
    }
  }

  /// Appends `bytes` to `name` in the base storage, and reports the call.
  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try trace(.append, name, durability, bytes.count) { _ throws(StorageError) in
      try base.append(bytes, to: name, durability: durability)
    }
  }

  /// Removes `name` from the base storage, and reports the call.
  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try trace(.remove, name, durability) { _ throws(StorageError) in
      try base.remove(name, durability: durability)
    }
  }

  /// Lists the base storage's entries below `folder`, or all if it is nil, and reports the call.
  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    try trace(.list, folder) { _ throws(StorageError) in try base.list(under: folder) }
  }

  /// Looks up the size and time of `name` in the base storage, and reports the call.
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

/// A call to a storage, as ``TracingStorage`` reports it.
public struct StorageTrace: Sendable {
  /// The operation that was called.
  public var operation: StorageOperation
  /// The name that was given, or the folder that was listed; nil for a list of everything.
  public var name: StorageName?
  /// The durability that was asked for; nil for calls that change nothing.
  public var durability: Durability?
  /// The number of bytes given or read; nil for other calls and for failed reads.
  public var byteCount: Int?
  /// How long the call took.
  public var duration: Duration = .zero
  /// The error that the call threw; nil if it succeeded.
  public var error: StorageError?

  /// Creates a trace with a duration of zero and no error.
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
  /// The call in one line, such as `write settings.json, 120 bytes, durable: 0.0012 seconds`.
  public var description: String {
    var parts = ["\(operation) \(name?.text ?? "everything")"]
    if let byteCount { parts.append("\(byteCount) bytes") }
    if let durability { parts.append("\(durability)") }
    let outcome = error.map { ": \($0)" } ?? ""
    return "\(parts.joined(separator: ", ")): \(duration)\(outcome)"
  }
}

internal import Glibc
internal import HikidashiBase
public import HikidashiStorage

/// A storage for testing code that saves: it fails on request, and a simulated power cut can undo
/// changes that were not durable.
///
/// ```swift
/// let storage = FaultyStorage(MemoryStorage())
/// storage.add(StorageFault(.fails(.noSpace), atCall: 1, of: .write))
/// try? storage.write([1], to: "first")  // throws StorageError.noSpace
/// try storage.write([2], to: "second", durability: .atomic)
/// storage.cutPower(seed: 1)
/// try storage.exists("second")  // true or false; the tested code must handle both
/// ```
///
/// Calls run one after another. Each change reads the old bytes first, and the storage keeps them
/// until a durable change replaces them.
public final class FaultyStorage: ByteStorage {
  private let base: any ByteStorage
  private let state = Guarded(State())

  private struct State {
    var faults: [StorageFault] = []
    var callCount = 0
    /// The versions that a power cut can leave, for names whose last change was not durable.
    var unsynced: [StorageName: [Version]] = [:]
  }

  /// The bytes of a name at one time.
  private struct Version {
    var bytes: [UInt8]?
    /// The number of bytes that are always there if a power cut leaves this version.
    var firmCount: Int
  }

  /// Creates a storage that passes calls on to `base`, except as `faults` say.
  public init(_ base: any ByteStorage, faults: [StorageFault] = []) {
    self.base = base
    state.withLock { $0.faults = faults }
  }

  /// Adds a fault; the calls up to it are counted from now on.
  public func add(_ fault: StorageFault) { state.withLock { $0.faults.append(fault) } }

  /// The number of calls so far, including failed ones.
  public var callCount: Int { state.withLock { $0.callCount } }

  /// Simulates a power cut: changes that were not durable may be undone or, if they were made with
  /// ``/HikidashiStorage/Durability/none``, kept in part; `seed` decides.
  public func cutPower(seed: UInt64) {
    state.withLock { state in
      var random = SeededGenerator(seed: seed)
      for (name, versions) in state.unsynced.sorted(by: { $0.key < $1.key }) {
        guard let version = versions.randomElement(using: &random) else { continue }
        // What is in the way by now was stored durably, and so is the removal of the other.
        do throws(StorageError) {
          if let bytes = version.bytes {
            let count = Int.random(in: version.firmCount...bytes.count, using: &random)
            try base.write(Array(bytes.prefix(count)), to: name)
          } else if try base.exists(name) {
            try base.remove(name)
          }
        } catch {
          continue
        }
      }
      state.unsynced = [:]
    }
  }

  /// Reads `name` from the base storage, subject to the faults.
  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    try call(.read, name) { _, _ throws(StorageError) in try base.read(name) }
  }

  /// Lists the base storage's entries below `folder`, or all if it is nil, subject to the faults.
  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    try call(.list, folder) { _, _ throws(StorageError) in try base.list(under: folder) }
  }

  /// Looks up the size and time of `name` in the base storage, subject to the faults.
  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    try call(.look, name) { _, _ throws(StorageError) in try base.entry(name) }
  }

  /// Writes `bytes` to the base storage, subject to the faults.
  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try call(.write, name) { fault, state throws(StorageError) in
      let change = Change(.write, name, durability, fault)
      try make(change, bytes, &state) { bytes throws(StorageError) in
        try base.write(bytes, to: name, durability: durability)
      }
    }
  }

  /// Appends `bytes` to `name` in the base storage, subject to the faults.
  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try call(.append, name) { fault, state throws(StorageError) in
      let change = Change(.append, name, durability, fault)
      try make(change, bytes, &state) { bytes throws(StorageError) in
        try base.append(bytes, to: name, durability: durability)
      }
    }
  }

  /// Removes `name` from the base storage, subject to the faults.
  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try call(.remove, name) { fault, state throws(StorageError) in
      let change = Change(.remove, name, durability, fault)
      try make(change, [], &state) { _ throws(StorageError) in
        try base.remove(name, durability: durability)
      }
    }
  }
}

extension FaultyStorage {
  /// Counts a call; fails or waits if the due fault says so, and passes any other fault to `body`.
  private func call<Result: Sendable>(
    _ operation: StorageOperation, _ name: StorageName?,
    _ body: (StorageFault.Kind?, inout State) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try state.withLock { state throws(StorageError) in
      state.callCount += 1
      let fault = nextFault(operation, &state)
      switch fault {
      case .fails(let cause): throw cause.error(operation, name)
      case .delay(let duration):
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
      case .shortWrite, .failedSync, nil: break
      }
      return try body(fault, &state)
    }
  }

  private func nextFault(_ operation: StorageOperation, _ state: inout State) -> StorageFault.Kind?
  {
    let concerned = state.faults.indices.filter {
      state.faults[$0].operation == nil || state.faults[$0].operation == operation
    }
    for index in concerned { state.faults[index].call -= 1 }
    guard let due = concerned.first(where: { state.faults[$0].call <= 0 }) else { return nil }
    return state.faults.remove(at: due).kind
  }

  private struct Change {
    var operation: StorageOperation
    var name: StorageName
    var durability: Durability
    var fault: StorageFault.Kind?

    init(
      _ operation: StorageOperation, _ name: StorageName, _ durability: Durability,
      _ fault: StorageFault.Kind?
    ) {
      self.operation = operation
      self.name = name
      self.durability = durability
      self.fault = fault
    }
  }

  /// Makes a change with all or some of `bytes`, and keeps the bytes that it replaced.
  private func make(
    _ change: Change, _ bytes: [UInt8], _ state: inout State,
    _ body: ([UInt8]) throws(StorageError) -> Void
  ) throws(StorageError) {
    let old = try current(change.name)
    if case .shortWrite(let count) = change.fault, change.operation != .remove {
      if change.durability == .none {
        try body(Array(bytes.prefix(max(0, count))))
        try note(change, old, &state)
      }
      throw StorageFault.Cause.noSpace.error(change.operation, change.name)
    }
    try body(bytes)
    let failsToSync = change.fault == .failedSync && change.durability == .durable
    if change.durability == .durable, !failsToSync {
      state.unsynced[change.name] = nil
      return
    }
    try note(change, old, &state)
    if failsToSync { throw StorageFault.Cause.io.error(change.operation, change.name) }
  }

  /// Remembers that a power cut can leave the bytes before the change or those after it.
  private func note(_ change: Change, _ old: [UInt8]?, _ state: inout State) throws(StorageError) {
    let bytes = try current(change.name)
    var versions = state.unsynced[change.name] ?? [Version(bytes: old, firmCount: old?.count ?? 0)]
    var firmCount = bytes?.count ?? 0
    if change.durability == .none {
      firmCount = change.operation == .append ? versions.last?.firmCount ?? 0 : 0
    }
    versions.append(Version(bytes: bytes, firmCount: firmCount))
    state.unsynced[change.name] = versions
  }

  private func current(_ name: StorageName) throws(StorageError) -> [UInt8]? {
    do throws(StorageError) {
      return try base.read(name)
    } catch .notFound {
      return nil
    }
  }
}

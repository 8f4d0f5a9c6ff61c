internal import Glibc
internal import HikidashiBase
public import HikidashiStorage

/// A storage that fails as asked, and forgets at a power cut what was not durable: for tests of code
/// that saves.
///
/// ```swift
/// let storage = FaultyStorage(MemoryStorage())
/// storage.add(StorageFault(.fails(.noSpace), atCall: 1, of: .write))
/// try? storage.write([1], to: "first")  // throws StorageError.noSpace
/// try storage.write([2], to: "second", durability: .atomic)
/// storage.cutPower(seed: 1)
/// try storage.exists("second")  // true or false: both must be well
/// ```
///
/// Calls run one after the other. Every change reads and keeps the bytes that it replaces until they
/// are replaced durably.
public final class FaultyStorage: ByteStorage {
  private let base: any ByteStorage
  private let state = Guarded(State())

  private struct State {
    var faults: [StorageFault] = []
    var callCount = 0
    /// What may be there after a power cut, for the names whose last change was not durable.
    var unsynced: [StorageName: [Version]] = [:]
  }

  /// What a name held at one time.
  private struct Version {
    var bytes: [UInt8]?
    /// How many of the bytes are there in any case when this is what a power cut leaves.
    var firmCount: Int
  }

  public init(_ base: any ByteStorage, faults: [StorageFault] = []) {
    self.base = base
    state.withLock { $0.faults = faults }
  }

  /// Adds a fault, whose calls are counted from now on.
  public func add(_ fault: StorageFault) { state.withLock { $0.faults.append(fault) } }

  /// How many calls there were.
  public var callCount: Int { state.withLock { $0.callCount } }

  /// Leaves of every change that was not durable what a power cut might: nothing, all of it and, at
  /// ``/HikidashiStorage/Durability/none``, a part; `seed` decides.
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

  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    try call(.read, name) { _, _ throws(StorageError) in try base.read(name) }
  }

  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    try call(.list, folder) { _, _ throws(StorageError) in try base.list(under: folder) }
  }

  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    try call(.look, name) { _, _ throws(StorageError) in try base.entry(name) }
  }

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
  /// Counts a call; lets it fail or wait where that is its fault, and hands on any other fault.
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

  /// Makes a change of `bytes`, or of some of them, and keeps what it replaced.
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

  /// Remembers that a power cut leaves what was before, or what is now.
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

public import HikidashiStorage

/// Something that goes wrong in a ``FaultyStorage``.
///
/// Calls are counted from 1, from the moment when the fault is given; a fault that names an
/// operation counts calls of that one alone. It happens once.
///
/// ```swift
/// StorageFault(.fails(.noSpace), atCall: 3)
/// StorageFault(.failedSync, atCall: 1, of: .write)
/// ```
public struct StorageFault: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The call throws this and does nothing.
    case fails(Cause)
    /// Only the first bytes are taken, of which so many, and the call throws
    /// ``/HikidashiStorage/StorageError/noSpace(_:)``. At ``/HikidashiStorage/Durability/none`` they stay, as in a storage that promises
    /// no more than it must; otherwise the old bytes do.
    case shortWrite(byteCount: Int)
    /// The call waits for so long and then does what it should.
    case delay(Duration)
    /// The change is made, and its sync fails: the call throws ``/HikidashiStorage/StorageError/io(_:)``, and a power
    /// cut may undo the change. Changes that are not durable sync nothing, and pass.
    case failedSync
  }

  /// Why a call fails.
  public enum Cause: Sendable, CaseIterable {
    case noSpace, readOnly, denied, vanished, corrupt, busy, tooLarge, io
  }

  public var kind: Kind
  public var call: Int
  public var operation: StorageOperation?

  public init(_ kind: Kind, atCall call: Int, of operation: StorageOperation? = nil) {
    self.kind = kind
    self.call = call
    self.operation = operation
  }
}

extension StorageFault.Cause {
  func error(_ operation: StorageOperation, _ name: StorageName?) -> StorageError {
    let failure = StorageFailure(operation, name, place: "a faulty storage", reason: "as asked for")
    switch self {
    case .noSpace: return .noSpace(failure)
    case .readOnly: return .readOnly(failure)
    case .denied: return .denied(failure)
    case .vanished: return .vanished(failure)
    case .corrupt: return .corrupt(failure)
    case .busy: return .busy(failure)
    case .tooLarge: return .tooLarge(failure)
    case .io: return .io(failure)
    }
  }
}

public import HikidashiStorage

/// A fault that happens once in a ``FaultyStorage``, at a given call.
///
/// Calls are counted from 1 after the fault was added. A fault with an operation counts only the
/// calls of that operation.
///
/// ```swift
/// StorageFault(.fails(.noSpace), atCall: 3)
/// StorageFault(.failedSync, atCall: 1, of: .write)
/// ```
public struct StorageFault: Sendable, Equatable {
  /// The kinds of faults.
  public enum Kind: Sendable, Equatable {
    /// The call throws this error and does nothing.
    case fails(Cause)
    /// A write or an append throws ``/HikidashiStorage/StorageError/noSpace(_:)``. With
    /// ``/HikidashiStorage/Durability/none`` it stores its first `byteCount` bytes, otherwise none.
    case shortWrite(byteCount: Int)
    /// The call waits for this time and then runs as usual.
    case delay(Duration)
    /// A durable change is made, but its sync fails: the call throws
    /// ``/HikidashiStorage/StorageError/io(_:)``, and a power cut may undo the change. Other calls
    /// succeed.
    case failedSync
  }

  /// The error that a failing call throws: the case of that name in `StorageError`.
  public enum Cause: Sendable, CaseIterable {
    case noSpace, readOnly, denied, vanished, corrupt, busy, tooLarge, io
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The number of the call at which the fault happens, counted from 1.
  public var call: Int
  /// The operation whose calls are counted; nil counts all calls.
  public var operation: StorageOperation?

  /// Creates a fault at the call with this number, of one operation or of any.
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

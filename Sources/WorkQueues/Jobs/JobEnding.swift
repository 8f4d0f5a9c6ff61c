/// How a job has ended. Every job ends once.
public enum JobEnding<Output: Sendable>: Sendable {
  case done(Output)
  /// The last attempt threw this.
  case failed(any Error)
  /// It was taken back, or the pool quit. What it did before may have had effects.
  case cancelled
  /// Its deadline passed.
  case expired

  /// What it brought.
  ///
  /// - Throws: What its last attempt threw, or ``JobError``.
  public func get() throws -> Output {
    switch self {
    case .done(let output): return output
    case .failed(let error): throw error
    case .cancelled: throw JobError.cancelled
    case .expired: throw JobError.expired
    }
  }

  /// How it has ended, without what it brought.
  public var kind: JobEndingKind {
    switch self {
    case .done: .done
    case .failed: .failed
    case .cancelled: .cancelled
    case .expired: .expired
    }
  }
}

/// How a job has ended, without what it brought.
public enum JobEndingKind: Hashable, Sendable, CaseIterable {
  case done, failed, cancelled, expired
}

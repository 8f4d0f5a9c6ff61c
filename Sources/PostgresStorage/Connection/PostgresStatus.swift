import HikidashiBase

/// The state of the connection to a server, for a status display.
public enum PostgresStatus: Equatable, Sendable {
  /// The connection works.
  case connected
  /// The connection broke and is being restored; edits wait up to ``PostgresOptions/patience``.
  case reconnecting(since: ContinuousClock.Instant)
  /// The server refused the connection, or libpq is missing; the reason says what to do.
  case failed(reason: String)
}

/// Options for connecting to a database.
///
/// ```swift
/// var options = PostgresOptions()
/// options.password = { try keyring.password(for: "cards") }
/// options.onStatus = { status in … }
/// ```
public struct PostgresOptions: Sendable {
  /// Returns the password, for example from a keyring; called for each new connection if the URL
  /// has none. If this is nil or returns nil, `PGPASSWORD` and `~/.pgpass` are used.
  public var password: (@Sendable () throws -> String?)?
  /// How long a call waits for a broken connection to be restored before it throws.
  public var patience: Duration = .seconds(30)
  /// How long one attempt to connect may take.
  public var connectTimeout: Duration = .seconds(10)
  /// How long a call waits for locks that other transactions hold.
  public var lockTimeout: Duration = .seconds(20)
  /// Called on any thread after the status has changed.
  public var onStatus: (@Sendable (PostgresStatus) -> Void)?

  /// Creates options with the default values.
  public init() {}
}

/// Merges the statuses of a store's connections into one.
final class ConnectionBoard: Sendable {
  enum Part: Hashable { case work, listening }

  private struct State: Sendable {
    var broken: [Part: ContinuousClock.Instant] = [:]
    var refusal: String?
    var last: PostgresStatus?
  }

  private let state = Guarded(State())
  private let onStatus: (@Sendable (PostgresStatus) -> Void)?

  init(_ onStatus: (@Sendable (PostgresStatus) -> Void)?) { self.onStatus = onStatus }

  func connected(_ part: Part) {
    report { state in
      state.broken[part] = nil
      state.refusal = nil
    }
  }

  func failed(_ part: Part, _ error: PostgresError) {
    report { state in
      if state.broken[part] == nil { state.broken[part] = .now }
      let isFinal = [.refused, .badURL, .noLibrary].contains(error.kind)
      state.refusal = isFinal ? error.description : nil
    }
  }

  private func report(_ change: (inout State) -> Void) {
    let news = state.withLock { state -> PostgresStatus? in
      change(&state)
      let status: PostgresStatus =
        if let refusal = state.refusal {
          .failed(reason: refusal)
        } else if let since = state.broken.values.min() {
          .reconnecting(since: since)
        } else {
          .connected
        }
      defer { state.last = status }
      return state.last == status ? nil : status
    }
    if let news { onStatus?(news) }
  }
}

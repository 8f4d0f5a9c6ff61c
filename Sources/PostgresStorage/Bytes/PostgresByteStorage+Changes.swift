internal import Storage

extension PostgresByteStorage {
  /// Reads; again with a new connection where the old one broke.
  func look<Result: Sendable>(
    _ operation: StorageOperation, _ name: StorageName?,
    _ body: (PostgresConnection) throws(PostgresError) -> Result
  ) throws(StorageError) -> Result {
    do throws(PostgresError) {
      return try link.retrying(body)
    } catch {
      throw StorageError(error, operation, name)
    }
  }

  /// Makes one change as a transaction of its own.
  func change(
    _ operation: StorageOperation, _ name: StorageName, _ durability: Durability,
    _ statement: () -> PostgresStatement
  ) throws(StorageError) {
    let change = ByteChange(
      name: name, isRemoving: operation == .remove, isDurable: durability == .durable,
      statement: statement())
    let deadline = link.deadline
    let outcome: ByteChange.Outcome
    do throws(PostgresError) {
      outcome = try link.use { wire throws(PostgresError) in
        try change.run(on: link, &wire, until: deadline)
      }
    } catch {
      throw StorageError(error, operation, name)
    }
    switch outcome {
    case .done: return
    case .missing: throw .notFound(failure(operation, name))
    case .taken(let other):
      throw .nameTaken(failure(operation, name), by: try StorageName(other))
    }
  }

  func failure(_ operation: StorageOperation, _ name: StorageName?) -> StorageFailure {
    StorageFailure(operation, name, place: place)
  }
}

/// One change on its way.
private struct ByteChange {
  let name: StorageName
  let isRemoving: Bool
  let isDurable: Bool
  let statement: PostgresStatement

  enum Outcome: Sendable {
    case done, missing
    case taken(by: String)
  }

  func run(
    on link: PostgresLink, _ wire: inout PostgresLink.Wire, until deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> Outcome {
    var backoff = Backoff()
    while true {
      var number: Int?
      do throws(PostgresError) {
        let connection = try link.connection(&wire, until: deadline, &backoff)
        let (begun, obstacle) = try begin(connection)
        if let obstacle {
          if !connection.rollBack() { link.drop(&wire) }
          return obstacle
        }
        number = begun
        _ = try connection.run([statement, PostgresStatement("COMMIT")])
        return .done
      } catch {
        guard error.isPassing else {
          if let connection = wire.connection, !connection.rollBack() { link.drop(&wire) }
          throw error
        }
        link.drop(&wire)
        guard link.pause(backoff.next(), until: deadline) else { throw error }
        guard let number else { continue }
        if try wasDone(number, on: link, &wire, until: deadline, &backoff) { return .done }
      }
    }
  }

  /// Begins a transaction, waits for those that change names beside this one, and looks whether the
  /// change can be made; the transaction's number.
  private func begin(
    _ connection: PostgresConnection
  ) throws(PostgresError) -> (number: Int, obstacle: Outcome?) {
    // The first component, as a folder and a name are in each other's way only where they share it.
    let results = try connection.run([
      PostgresStatement("BEGIN"),
      PostgresStatement(
        """
        SELECT set_config('synchronous_commit', $1, true)
        WHERE $1 = 'off' OR current_setting('synchronous_commit') = 'off'
        """
      ) { $0.add(isDurable ? "on" : "off") },
      PostgresStatement("SELECT pg_advisory_xact_lock(1214998121, hashtext($1))") {
        $0.add(name.components.first ?? "")
      },
      PostgresStatement("SELECT txid_current()"),
      PostgresStatement(
        """
        SELECT name FROM hikidashi_bytes WHERE name = ANY ($2)
        UNION ALL (SELECT $1 FROM hikidashi_bytes
          WHERE name > $1 || '/' AND name < $1 || '0' LIMIT 1)
        """
      ) {
        $0.add(name.text)
        $0.add(folders)
      },
      PostgresStatement("SELECT 1 FROM hikidashi_bytes WHERE name = $1") { $0.add(name.text) },
    ])
    let number = results[3].int(0, 0)
    if isRemoving {
      return (number, results[5].rows == 0 ? .missing : nil)
    }
    return (number, results[4].rows == 0 ? nil : .taken(by: results[4].string(0, 0)))
  }

  private var folders: [String] {
    var found: [String] = []
    var next = name.folder
    while let folder = next {
      found.append(folder.text)
      next = folder.folder
    }
    return found
  }

  /// Whether the transaction of this number took effect; waits until it is over.
  private func wasDone(
    _ number: Int, on link: PostgresLink, _ wire: inout PostgresLink.Wire,
    until deadline: ContinuousClock.Instant, _ backoff: inout Backoff
  ) throws(PostgresError) -> Bool {
    while true {
      let connection = try link.connection(&wire, until: deadline, &backoff)
      do throws(PostgresError) {
        let rows = try connection.run(
          PostgresStatement("SELECT coalesce(txid_status($1), '')") { $0.add(number) })
        switch rows.string(0, 0) {
        case "committed": return true
        case "aborted": return false
        case "in progress":
          guard link.pause(.milliseconds(20), until: deadline) else { throw unknown(link) }
        default: throw unknown(link)
        }
      } catch {
        guard error.isPassing, error != unknown(link) else { throw error }
        link.drop(&wire)
      }
    }
  }

  private func unknown(_ link: PostgresLink) -> PostgresError {
    PostgresError(
      .connection, message: "the answer was lost, and whether the change was made is not known",
      place: link.url.description)
  }
}

extension StorageError {
  /// The error of PostgreSQL as that of a storage.
  init(_ error: PostgresError, _ operation: StorageOperation, _ name: StorageName?) {
    let failure = StorageFailure(operation, name, place: error.place, reason: error.reason)
    self =
      switch error.kind {
      case .busy: .busy(failure)
      case .noSpace: .noSpace(failure)
      case .readOnly: .readOnly(failure)
      case .denied, .refused: .denied(failure)
      case .corrupt: .corrupt(failure)
      case .tooLarge: .tooLarge(failure)
      case .missing: .vanished(failure)
      case .badURL, .noLibrary, .connection, .timedOut, .cancelled, .constraint, .changed, .program:
        .io(failure)
      }
  }
}

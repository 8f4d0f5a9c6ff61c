import HikidashiBase
import HikidashiRecords

/// Records whose edits wait until a test lets them go, as those of a store behind a slow network.
final class HeldRecords: SharedRecords {
  struct Refusal: Error, CustomStringConvertible { let description: String }

  private let live: LiveRecords
  private let waiting = Guarded<[CheckedContinuation<Refusal?, Never>]>([])

  init(_ table: RecordTable) { live = LiveRecords(table) }

  var table: RecordTable { live.table }
  var changes: RecordTransactions { live.changes }
  var canUndo: Bool { live.canUndo }
  var undoName: String? { live.undoName }
  var canRedo: Bool { live.canRedo }
  var redoName: String? { live.redoName }

  /// How many edits wait.
  var waitingCount: Int { waiting.withLock { $0.count } }

  func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws {
    let refusal = await withCheckedContinuation { continuation in
      waiting.withLock { $0.append(continuation) }
    }
    if let refusal { throw refusal }
    try live.edit(name, body)
  }

  func undo() async throws -> Bool { live.undo() }

  func redo() async throws -> Bool { live.redo() }

  /// Lets all edits that wait take effect or, with words, fail with these.
  func letGo(refusing words: String? = nil) {
    let waiting = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for edit in waiting { edit.resume(returning: words.map { Refusal(description: $0) }) }
  }
}

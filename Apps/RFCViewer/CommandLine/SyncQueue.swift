import HikidashiCommands
import HikidashiPostgresStorage
import HikidashiWorkQueues
import RFCKit

/// Where the documents of a sync wait that several machines share.
enum SyncQueue {
  case postgres(String)
  case sqlite(path: String)

  init(_ word: String) throws(CommandMisuse) {
    if word.hasPrefix("postgresql://") || word.hasPrefix("postgres://") {
      self = .postgres(word)
    } else if word.hasPrefix("sqlite:"), word != "sqlite:" {
      self = .sqlite(path: String(word.dropFirst("sqlite:".count)))
    } else {
      throw .notAQueue(word)
    }
  }

  /// Connects to it, and makes it where it is missing.
  func open() throws(RFCSyncError) -> any JobStore {
    do throws(JobStoreError) {
      switch self {
      case .postgres(let url):
        var options = PostgresOptions()
        // A person waits for it.
        options.patience = .seconds(10)
        return try PostgresJobStore(url, options: options)
      case .sqlite(let path): return try SQLiteJobStore(path)
      }
    } catch {
      throw .queue(error.description)
    }
  }
}

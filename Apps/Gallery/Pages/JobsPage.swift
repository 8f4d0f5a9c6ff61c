import Hikidashi

enum JobsPage: GalleryPage {
  static let title = tr("A list of jobs")
  static let summary = tr(
    """
    Write letters: two are sent at a time, and some are refused. Enter shows why, Ctrl+R sends \
    one again, Delete cancels one that waits and forgets one that failed. End the app \
    meanwhile: they are kept.
    """)
  static let file = #filePath

  struct Refused: Error, CustomStringConvertible { let description = "the letter box is full" }

  static func make() async throws -> Part {
    guard let folder = UserFolders.data(of: "io.github.hikidashi.Gallery") else {
      return StatusPage("The jobs cannot be kept", description: "There is no folder for data.")
    }
    let store = try await open(folder + "/jobs.db")
    let worker = "gallery \(UInt32.random(in: .min ... .max))"
    let pool = DurablePool(store: store, workers: 2, worker: worker) { _ in
      for step in 1...20 {
        try await Task.sleep(for: .milliseconds(100))
        JobContext.current?.report(Double(step) / 20)
      }
      if Bool.random() { throw Refused() }
    }
    return Stack(.vertical, spacing: 0) {
      JobsView(pool)
      Button("_Write Five Letters") { try await write(5, to: store) }.margin(12)
    }
  }

  // A store may wait for the disk.

  @concurrent
  private nonisolated static func open(_ path: String) async throws -> SQLiteJobStore {
    try SQLiteJobStore(path)
  }

  @concurrent
  private nonisolated static func write(_ count: Int, to store: SQLiteJobStore) async throws {
    let letters = (1...count).map { number in
      var letter = DurableRequest(text: "Letter \(number)")
      letter.retry = Retry(attempts: 1)
      return letter
    }
    _ = try store.add(letters)
  }
}

import Hikidashi
import Observation

enum WorkersPage: GalleryPage {
  static let title = tr("Workers and their jobs")
  static let summary = tr(
    """
    Start two workers on five jobs, suspend and resume them in the middle, or quit: what runs \
    is done, the rest is cancelled. Unpacking fails once and is tried again; the index waits \
    for it.
    """)
  static let file = #filePath

  static func make() -> Part {
    let crew = Crew()
    return Stack(.vertical, spacing: 12) {
      Stack(.horizontal, spacing: 6) {
        Button("_Start") { crew.start() }.enabled { [.idle, .ended].contains(crew.status.state) }
        Button("S_uspend") { await crew.pool.suspend() }.enabled { crew.status.state == .running }
        Button("_Resume") { crew.pool.resume() }
          .enabled { [.suspending, .suspended].contains(crew.status.state) }
        Button("_Quit") { try await crew.pool.quit(.afterCurrent) }
          .enabled { ![.quitting, .ended].contains(crew.status.state) }
      }
      ProgressBar { crew.status.fraction }
      Label { crew.words }
      ForEach(crew.jobs) { job in Label { "\(job.name): \(job.state)" } }
    }.margin(24)
  }
}

/// Two workers, and the jobs that they have. Each job takes a second, in steps between which it can be
/// stopped.
@Observable @MainActor
private final class Crew {
  struct Jammed: Error, CustomStringConvertible { let description = "the drawer jammed" }

  private(set) var jobs: [Job<Void>] = []
  private(set) var pool = Crew.pool()
  var status: PoolStatus { pool.status }
  var words: String {
    "The pool is \(status.state): \(status.running) run, \(status.queued) wait, \(status.done) done"
  }

  init() { fill() }

  private static func pool() -> WorkerPool<String, Void> {
    WorkerPool(name: "gallery", workers: 2, isStarted: false) { name in
      for _ in 0..<10 { try await Task.sleep(for: .milliseconds(100)) }
      if name == "Unpack", JobContext.current?.attempt == 1 { throw Jammed() }
    }
  }

  func start() {
    if status.state == .ended {
      pool = Crew.pool()
      fill()
    }
    pool.start()
  }

  private func fill() {
    jobs = []
    for name in ["Fetch", "Unpack", "Index", "Draw", "Tidy up"] {
      let job = try? pool.enqueue(name, after: name == "Index" ? Array(jobs.suffix(1)) : []) {
        $0.name = name
        $0.retry = Retry(attempts: 2, first: .milliseconds(500))
      }
      if let job { jobs.append(job) }
    }
  }
}

import Hikidashi

enum WorkersPage: GalleryPage {
  static let title = "Workers and their jobs"
  static let summary =
    "Start two workers on five jobs, suspend and resume them in the middle, or quit: what runs is done, "
    + "the rest is cancelled. Unpacking fails once and is tried again; the index waits for it."
  static let file = #filePath

  static func make() -> Part {
    let crew = Crew()
    let page = Stack(.vertical, spacing: 12) {
      Stack(.horizontal, spacing: 6) {
        crew.start
        crew.suspend
        crew.resume
        crew.quit
      }
      crew.bar
      crew.numbers
      crew.lines
    }.margin(24)
    page.keep(crew)
    return page
  }
}

/// Two workers, the jobs that they have, and what is to be seen of both.
@MainActor
private final class Crew {
  struct Jammed: Error, CustomStringConvertible {
    let description = "the drawer jammed"
  }

  lazy var start = Button("_Start") { [weak self] in self?.begin() }
    .styleClass("suggested-action")
  lazy var suspend = Button("S_uspend") { [weak self] in
    guard let pool = self?.pool else { return }
    Task { await pool.suspend() }
  }
  lazy var resume = Button("_Resume") { [weak self] in self?.pool.resume() }
  lazy var quit = Button("_Quit") { [weak self] in
    guard let pool = self?.pool else { return }
    Task { try await pool.quit(.afterCurrent) }
  }
  let bar = ProgressBar()
  let numbers = Label("").wrapping().styleClass("numeric")
  let lines = Label("").wrapping().styleClass("monospace")

  private var pool = Crew.pool()
  private var states: [(name: String, words: String)] = []

  init() { fill() }

  /// Each job takes a second, in steps between which it can be stopped.
  private static func pool() -> WorkerPool<String, Void> {
    WorkerPool(name: "gallery", workers: 2, isStarted: false) { name in
      for _ in 0..<10 { try await Task.sleep(for: .milliseconds(100)) }
      if name == "Unpack", JobContext.current?.attempt == 1 { throw Jammed() }
    }
  }

  private func begin() {
    if pool.status.state == .ended {
      pool = Self.pool()
      fill()
    }
    pool.start()
  }

  private func fill() {
    states = []
    follow(pool.events, pool.statuses)
    var unpack: [Job<Void>] = []
    for name in ["Fetch", "Unpack", "Index", "Draw", "Tidy up"] {
      let job = try? pool.enqueue(name, after: name == "Index" ? unpack : []) {
        $0.name = name
        $0.retry = Retry(attempts: 2, first: .milliseconds(500))
      }
      if name == "Unpack", let job { unpack = [job] }
      states.append((name, "waits"))
    }
    show(pool.status)
  }

  private func follow(_ events: AsyncStream<JobEvent>, _ statuses: AsyncStream<PoolStatus>) {
    Task { [weak self] in
      for await event in events { self?.show(event) }
    }
    Task { [weak self] in
      for await status in statuses { self?.show(status) }
    }
  }

  private func show(_ event: JobEvent) {
    guard let place = states.firstIndex(where: { $0.name == event.name }) else { return }
    states[place].words =
      switch event.kind {
      case .queued: "waits"
      case .began(let worker, let attempt): "worker \(worker + 1) is at it, attempt \(attempt)"
      case .retries(_, let problem): "\(problem): waits to be tried again"
      case .ended(let kind, _): "\(kind)"
      }
    let width = states.map(\.name.count).max() ?? 0
    lines.text = states.map { state in
      state.name + String(repeating: " ", count: width - state.name.count + 2) + state.words
    }.joined(separator: "\n")
  }

  private func show(_ status: PoolStatus) {
    bar.fraction = status.fraction
    numbers.text =
      "The pool is \(status.state): \(status.running) run, \(status.queued) wait, "
      + "\(status.done) done, \(status.cancelled) cancelled"
    start.enabled(status.state == .idle || status.state == .ended)
    suspend.enabled(status.state == .running)
    resume.enabled(status.state == .suspending || status.state == .suspended)
    quit.enabled(status.state != .quitting && status.state != .ended)
  }
}

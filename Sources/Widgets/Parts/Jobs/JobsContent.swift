internal import HikidashiBase

/// What a ``JobsView`` shows of a pool or a store, as it was at one moment.
struct JobsContent: Equatable, Sendable {
  /// The jobs of each group that were read, the oldest first: not all where there are many.
  var jobs: [JobGroup: [JobEntry]] = [:]
  /// How many jobs each group has.
  var counts: [JobGroup: Int] = [:]
  var done = 0
  var cancelled = 0

  /// How many jobs a group has: those that were read, where some came between counting and reading.
  func count(_ group: JobGroup) -> Int { max(counts[group] ?? 0, jobs[group]?.count ?? 0) }

  /// Whether something on the screen changes by time alone.
  var ages: Bool {
    count(.running) > 0 || jobs[.waiting]?.contains { ($0.wait ?? 0) > 0 } ?? false
  }

  /// The numbers in one line.
  var words: String {
    let (running, waiting, failed) = (count(.running), count(.waiting), count(.failed))
    return cancelled == 0
      ? tr("{} running, {} waiting, {} failed, {} done", running, waiting, failed, done)
      : tr(
        "{} running, {} waiting, {} failed, {} done, {} cancelled", running, waiting, failed, done,
        cancelled)
  }
}

/// The sections of a ``JobsView``.
enum JobGroup: UInt64, CaseIterable, Sendable {
  case running, waiting, failed

  func title(count: Int) -> String {
    switch self {
    case .running: tr("Running: {}", count)
    case .waiting: tr("Waiting: {}", count)
    case .failed: tr("Failed: {}", count)
    }
  }
}

/// A job as its row shows it.
struct JobEntry: Equatable, Sendable {
  let number: Int
  var title: String
  /// How many attempts were begun.
  var attempts: Int
  /// Who has it or had it last.
  var worker: String?
  /// How many seconds the attempt has run, or the last one ran.
  var elapsed: Int?
  /// How many seconds it has to wait before it may begin.
  var wait: Int?
  var progress: Double?
  /// What went wrong in the last attempt that failed, in one line.
  var problem: String?

  /// The line below the title.
  func details(_ group: JobGroup) -> String {
    var words: [String?]
    switch group {
    case .running:
      words = [worker, attempts > 1 ? tr("attempt {}", attempts) : nil, elapsed.map(timeText)]
    case .waiting:
      let isLater = (wait ?? 0) > 0
      words = [isLater ? wait.map { tr("in {}", timeText($0)) } : nil, problem]
    case .failed:
      words = [problem, attempts > 1 ? trn("{} attempt", "{} attempts", attempts, attempts) : nil]
    }
    words.removeAll { $0?.isEmpty ?? true }
    return words.compactMap(\.self).joined(separator: " · ")
  }
}

/// A time in seconds, as a person says it.
private func timeText(_ seconds: Int) -> String {
  switch seconds {
  case ..<60: tr("{} s", max(0, seconds))
  case ..<3_600: tr("{} min", seconds / 60)
  case ..<86_400: tr("{} h {} min", seconds / 3_600, seconds / 60 % 60)
  default: trn("{} day", "{} days", seconds / 86_400, seconds / 86_400)
  }
}

/// The first line of a text that may have any length.
func firstLine(of text: String) -> String {
  let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
  return beginning(of: String(start.prefix { $0 != "\n" && $0 != "\r" }), most: 200)
}

/// What a person can do to a job.
enum JobAction: CaseIterable, Hashable, Sendable {
  case retry, cancel, forget

  var icon: String {
    switch self {
    case .retry: "view-refresh-symbolic"
    case .cancel: "process-stop-symbolic"
    case .forget: "edit-delete-symbolic"
    }
  }

  var shortcut: String {
    switch self {
    case .retry: "<Control>r"
    case .cancel, .forget: "Delete"
    }
  }
}

/// A row of a ``JobsView``.
enum JobRow: Equatable, Sendable {
  case heading(JobGroup, count: Int)
  case job(JobEntry, JobGroup)
  /// Stands for jobs that were not read.
  case more(JobGroup, count: Int)

  var title: String {
    switch self {
    case .heading(let group, let count): group.title(count: count)
    case .job(let entry, _): entry.title
    case .more(_, let count): trn("{} more job", "{} more jobs", count, count)
    }
  }

  /// What the row is about, whatever it says of it: a job, or a section.
  var subject: Subject {
    switch self {
    case .heading(let group, _): .heading(group)
    case .job(let entry, _): .job(entry.number)
    case .more(let group, _): .more(group)
    }
  }

  enum Subject: Equatable {
    case heading(JobGroup)
    case job(Int)
    case more(JobGroup)
  }

  var details: String {
    if case .job(let entry, let group) = self { entry.details(group) } else { "" }
  }

  /// The row's words, for a screen reader and for typing ahead.
  var name: String { details.isEmpty ? title : "\(title), \(details)" }

  /// What can be done to it: to all of them at a heading.
  var actions: [JobAction] {
    switch self {
    case .heading(.failed, _), .job(_, .failed): [.retry, .forget]
    case .job: [.cancel]
    case .heading, .more: []
    }
  }

  func title(of action: JobAction) -> String {
    let isHeading = if case .heading = self { true } else { false }
    return switch action {
    case .retry: isHeading ? tr("Try All Again") : tr("Try Again")
    case .cancel: tr("Cancel the Job")
    case .forget: isHeading ? tr("Forget All") : tr("Forget")
    }
  }
}

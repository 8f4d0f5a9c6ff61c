import HikidashiLoading
import RFCKit

/// `rfcviewer sync`, which fills a folder from a mirror on the network.
struct SyncCommand {
  private let scope: RFCSync.Scope
  private let jobs: Int
  private let mirror: RFCMirror
  private let directory: String
  private let queue: SyncQueue?
  private var fetching = RFCFetchOptions()

  init(
    _ options: ParsedOptions, mirror: String?, jobs preferred: Int
  ) throws(CommandError) {
    if let word = options.words.first { throw .extraArgument(command: "sync", word) }
    if options.has("all"), options.has("range") { throw .conflict("--all", "--range") }
    scope =
      if let range = options["range"] { .range(try Self.range(range)) } else {
        options.has("all") ? .all : .known
      }
    jobs =
      try options["jobs"].map { word throws(CommandError) in try Self.count(word, in: 1...128) }
      ?? preferred
    do throws(RFCMirrorError) {
      self.mirror =
        try mirror.map { address throws(RFCMirrorError) in
          try RFCMirror(address)
        } ?? .rfcEditor
    } catch {
      throw .mirror(error)
    }
    if options["into"]?.isEmpty ?? false { throw .noFolder }
    guard let directory = options["into"] ?? RFCFolder.userPath(for: self.mirror) else {
      throw .noHome
    }
    self.directory = directory
    queue = try options["queue"].map { word throws(CommandError) in try SyncQueue(word) }
    fetching.verifies = options.has("verify")
    fetching.replaces = options.has("replace")
    if let word = options["timeout"] {
      let seconds = try Self.count(word, in: 1...3_600)
      fetching.timeouts = LoadTimeouts(
        connect: .seconds(seconds), idle: .seconds(seconds),
        leastRate: LeastRate(100, over: .seconds(seconds)))
    }
  }

  /// `1-99`, or one number.
  private static func range(_ word: String) throws(CommandError) -> ClosedRange<Int> {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard 1...2 ~= ends.count, let first = ends.first, let last = ends.last else {
      throw .notARange(word)
    }
    guard let from = RFCEntry.number(String(first)), let to = RFCEntry.number(String(last)),
      from <= to
    else { throw .notARange(word) }
    return from...to
  }

  private static func count(
    _ word: String, in range: ClosedRange<Int>
  ) throws(CommandError) -> Int {
    guard word.utf8.count <= 4, let count = Int(word), range.contains(count) else {
      throw .notACount(word, range)
    }
    return count
  }

  func run(_ output: CommandOutput) throws(CommandError) {
    let progress = SyncProgress(isTerminal: output.reportsToTerminal, write: output.report)
    let status: RFCSyncStatus
    do throws(RFCSyncError) {
      let folder = try RFCFolder(directory)
      defer { for note in folder.notes { output.complain(("rfcviewer: " + note).withoutControls) } }
      let sync = try makeSync(folder)
      let pause = SyncPause(sync, progress)
      let keys = output.reportsToTerminal ? TerminalKeys(onKey: pause.press) : nil
      let result = CommandTask.wait { [scope] () async throws(RFCSyncError) in
        try await sync.run(scope) { progress.show($0) }
      }
      keys?.end()
      progress.end()
      status = try result.get()
    } catch {
      if case .cancelled = error { throw .interrupted }
      throw .sync(error)
    }
    try tell(status, output)
  }

  private func makeSync(_ folder: RFCFolder) throws(RFCSyncError) -> RFCSync {
    let connector = Connector(
      transports: [HTTPTransport()],
      limits: ConnectorLimits(transfers: jobs, transfersPerHost: jobs))
    let fetcher = RFCFetcher(mirror, into: folder, by: connector, options: fetching)
    return RFCSync(fetcher, jobs: jobs, queue: try queue?.open())
  }

  private func tell(_ status: RFCSyncStatus, _ output: CommandOutput) throws(CommandError) {
    for failure in status.failures {
      output.complain(
        tr("rfcviewer: RFC {}: {}", failure.number, failure.error.description).withoutControls)
    }
    try output.write(
      tr(
        "{} new, {} changed, {} unchanged, {} not on the mirror, {} failed; {} in {}",
        status.new, status.changed, status.unchanged, status.missing, status.failed,
        SyncProgress.amount(status.bytes), directory) + "\n")
    if status.failed > 0 { throw .incomplete(status.failed) }
  }
}

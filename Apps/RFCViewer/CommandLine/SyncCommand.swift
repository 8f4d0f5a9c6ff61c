import HikidashiCommands
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

  static var command: Command {
    Command(
      "sync", summary: tr("Fetch RFCs from a mirror, to be read without a network."),
      description: tr(
        """
        Without a choice, the index, the documents that are here, and those that came out since.
        What was stopped goes on where it was when it is started again. On a terminal
        the key p pauses, and goes on.

        What does not name itself the document that was asked for is refused, and so is what
        would cut one that is here. Documents that were changed or damaged from outside are
        fetched anew.

        With a queue several machines share one sync: start the same command on each, with
        folders of their own or one for all. Who comes first says which documents, who
        comes later helps, and what a machine that fails has begun is done by others.
        """),
      options: options
    ) { try SyncCommand($0).run($1) }
  }

  private static var options: [CommandOption] {
    [
      CommandOption(
        "mirror", "m", argument: tr("URL"),
        help: tr("The mirror, instead of https://www.rfc-editor.org")),
      CommandOption("all", "a", help: tr("Every document of the index")),
      CommandOption("range", "r", argument: "A-B", help: tr("The documents from A to B")),
      CommandOption("jobs", "j", argument: "N", help: tr("Downloads at once, 8 if not given")),
      CommandOption(
        "into", argument: tr("DIR"), help: tr("Folder to fill, instead of the user’s own library")),
      CommandOption(
        "verify", "v", help: tr("Read every document that is here, to find damaged ones")),
      CommandOption(
        "replace", help: tr("Take documents that are cut, too, in place of longer ones")),
      CommandOption(
        "timeout", argument: "N",
        help: tr("Seconds to wait for more of a file, 30 if not given")),
      CommandOption(
        "queue", "q", argument: tr("URL"),
        help: tr("Share the sync by postgresql://… or, on one machine, sqlite:FILE")),
    ]
  }

  private init(_ arguments: CommandArguments) throws {
    let preferred = try CommandLineTool.Preferred(arguments)
    try arguments.takesNoWords()
    _ = try arguments.one(of: "all", "range")
    scope =
      if let range = arguments["range"] { .range(try Self.range(range)) } else {
        arguments.has("all") ? .all : .known
      }
    jobs = try arguments.count("jobs", in: 1...128) ?? preferred.jobs
    mirror = try preferred.mirror.map { try RFCMirror(misuse: $0) } ?? .rfcEditor
    if arguments["into"]?.isEmpty ?? false {
      throw CommandMisuse(tr("the name behind “--into” is empty; give a folder"))
    }
    guard let directory = arguments["into"] ?? RFCFolder.userPath(for: mirror) else {
      throw CommandError.noHome
    }
    self.directory = directory
    queue = try arguments["queue"].map { try SyncQueue($0) }
    fetching.verifies = arguments.has("verify")
    fetching.replaces = arguments.has("replace")
    if let seconds = try arguments.count("timeout", in: 1...3_600) {
      fetching.timeouts = LoadTimeouts(
        connect: .seconds(seconds), idle: .seconds(seconds),
        leastRate: LeastRate(100, over: .seconds(seconds)))
    }
  }

  /// `1-99`, or one number.
  private static func range(_ word: String) throws(CommandMisuse) -> ClosedRange<Int> {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard 1...2 ~= ends.count, let first = ends.first, let last = ends.last,
      let from = RFCEntry.number(String(first)), let to = RFCEntry.number(String(last)), from <= to
    else { throw .notARange(word) }
    return from...to
  }

  private func run(_ output: CommandOutput) throws {
    let progress = SyncProgress(output)
    let folder = try RFCFolder(directory)
    defer { for note in folder.notes { output.complain(note) } }
    let sync = try makeSync(folder)
    let pause = SyncPause(sync, progress)
    let keys = output.reportsToTerminal ? TerminalKeys(onKey: pause.press) : nil
    let result = Result { [scope] in
      try Command.wait { try await sync.run(scope) { progress.show($0) } }
    }
    keys?.end()
    progress.end()
    do { try tell(try result.get(), output) } catch is CommandInterruption {
      throw CommandInterruption(tr("stopped; the same command goes on from here"))
    }
  }

  private func makeSync(_ folder: RFCFolder) throws -> RFCSync {
    let connector = Connector(
      transports: [HTTPTransport()],
      limits: ConnectorLimits(transfers: jobs, transfersPerHost: jobs))
    let fetcher = RFCFetcher(mirror, into: folder, by: connector, options: fetching)
    return RFCSync(fetcher, jobs: jobs, queue: try queue?.open())
  }

  private func tell(_ status: RFCSyncStatus, _ output: CommandOutput) throws {
    for failure in status.failures {
      output.complain(tr("RFC {}: {}", failure.number, failure.error.description))
    }
    try output.write(
      tr(
        "{} new, {} changed, {} unchanged, {} not on the mirror, {} failed; {} in {}",
        status.new, status.changed, status.unchanged, status.missing, status.failed,
        SyncProgress.amount(status.bytes), directory) + "\n")
    if status.failed > 0 { throw CommandError.incomplete(status.failed) }
  }
}

import Foundation
import HikidashiBase
import HikidashiCommands

@testable import Timeline

/// What a command wrote, and how it ended.
struct CommandResult: Equatable {
  private(set) var outcome = CommandProgram.Outcome.ended(0)
  var output = ""
  var complaints: [String] = []

  /// Runs the tool in this process, with words that name a folder: nothing of the user is read.
  init(_ words: [String], input: String = "") {
    _ = Self.emptyHome
    var written = ""
    let complaints = Guarded<[String]>([])
    let output = CommandOutput(
      writesOutput: { written += $0 },
      writesError: { line in complaints.withLock { $0.append(String(line.dropLast())) } },
      readsInput: { Array(input.utf8) })
    outcome = CommandLineTool.program.run(words, output)
    self.output = written
    self.complaints = complaints.withLock { $0 }
  }

  private static let emptyHome: Void = {
    for name in ["DATA", "CONFIG", "CACHE"] {
      setenv("XDG_\(name)_HOME", NSTemporaryDirectory() + "no-\(name)-\(getpid())", 1)
    }
  }()

  var code: Int32 { outcome.status }
}

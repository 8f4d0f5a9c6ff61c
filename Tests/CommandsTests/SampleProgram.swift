import HikidashiBase
import HikidashiCommands
import HikidashiPreferences
import HikidashiStorage

/// What a program wrote, and how it ended.
struct ProgramResult: Equatable {
  var outcome: CommandProgram.Outcome
  var output: String
  var complaints: [String]

  init(
    _ program: CommandProgram, _ words: [String], input: String = "", failure: (any Error)? = nil,
    window: (CommandArguments) throws -> Void = { _ in }
  ) {
    var written = ""
    let complaints = Guarded<[String]>([])
    let output = CommandOutput(
      writesOutput: { text in
        if let failure { throw failure }
        written += text
      },
      writesError: { line in complaints.withLock { $0.append(line) } },
      readsInput: { Array(input.utf8) })
    outcome = program.run(words, output, window: window)
    self.output = written
    self.complaints = complaints.withLock { $0 }
  }
}

struct SampleSettings: PreferenceGroup {
  enum Theme: String, CaseIterable, PreferenceValue { case system, light, dark }

  let theme = Preference("theme", default: Theme.system, title: "Colours")
  let isOffline = Preference("offline", default: false, title: "Work offline")
  let isQuick = Preference("quick", default: true, title: "Hurry")
  let jobs = Preference("jobs", default: 4, in: 1...32, title: "Downloads at once")
  let token = SecretPreference("token", title: "Token")
}

/// Writes what it was given.
func echo(_ arguments: CommandArguments, _ output: CommandOutput) throws {
  let options = ["all", "file", "verbose"].filter(arguments.has)
    .map { "\($0)=\(arguments[$0] ?? "")" }
  let settings = arguments.settings.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
  try output.write((arguments.words + options + settings).joined(separator: " ") + "\n")
}

var sampleProgram: CommandProgram {
  CommandProgram(
    "sample", version: "1.2", summary: "Show how it goes.", description: "That is all.",
    options: [CommandOption("open", "o", argument: "FILE", help: "Open this file")],
    commands: [
      Command(
        "echo", "WORDS…", summary: "Print all words.", description: "It prints them.",
        options: [
          CommandOption("all", "a", help: "Everything"),
          CommandOption("file", "f", argument: "FILE", help: "Where from"),
          CommandOption("verbose", "v", help: "More of it"),
        ], echo),
      Command(
        "count", summary: "Count.",
        options: [CommandOption("all", "a", argument: "N", help: "So many")],
        takesSettings: false
      ) { arguments, output in
        try arguments.takesNoWords()
        try output.write("\(try arguments.count("all", in: 1...10) ?? 0)\n")
      },
      Command("fail", summary: "Fail.") { arguments, _ in
        throw SampleError(text: try arguments.word("a text"))
      },
    ]
  ).settings(SampleSettings()) { flags in
    try PreferenceStore(
      SampleSettings(), at: .memory, version: "1", layers: [.arguments(flags)],
      options: PreferenceOptions(autosave: nil))
  }
}

struct SampleError: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

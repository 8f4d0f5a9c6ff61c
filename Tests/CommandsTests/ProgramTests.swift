import HikidashiBase
import HikidashiCommands
import TestSupport
import Testing

/// A command line, and what becomes of it.
@Suite struct ProgramTests {
  private func run(_ words: String...) -> ProgramResult { ProgramResult(sampleProgram, words) }

  @Test(arguments: [
    (["echo", "a", "b"], "a b"), (["a", "--", "echo"], nil), (["--", "echo", "--all"], "--all"),
    (["echo", "--", "-a", "b"], "-a b"), (["-av", "echo"], "all= verbose="),
    (["echo", "-avf", "x", "y"], "y all= file=x verbose="), (["echo", "-fx"], "file=x"),
    (["-f", "x", "echo"], "file=x"), (["--file", "echo", "echo"], "file=echo"),
    (["--file=", "echo"], "file="), (["echo", "--file=a=b"], "file=a=b"), (["echo", "-"], "-"),
    (["echo", "--file", "a", "--file", "b"], "file=b"), (["echo", "--file", "-a"], "file=-a"),
    (["--jobs", "8", "echo", "--offline"], "jobs=8 offline=true"),
    (["echo", "--no-offline", "--theme=dark"], "offline=false theme=dark"),
    (["echo", "--offline=no"], "offline=no"), (["--offline", "echo", "x"], "x offline=true"),
  ])
  func wordsAreTakenApart(words: [String], wanted: String?) {
    let result = ProgramResult(sampleProgram, words)
    #expect(result.outcome == .ended(wanted == nil ? 2 : 0), "\(result)")
    if let wanted { #expect(result.output == wanted + "\n") }
  }

  @Test(arguments: [
    (["frob"], "there is no command “frob”; the commands are echo, count, fail and help"),
    (["echo", "--frob"], "there is no option --frob; see “sample echo --help”"),
    (["--frob", "echo"], "there is no option --frob; see “sample echo --help”"),
    (["--frob"], "there is no option --frob; see “sample --help”"),
    (["-x"], "there is no option -x; see “sample --help”"),
    (["--no-jobs"], "there is no option --no-jobs; see “sample --help”"),
    (["--no-offline=1"], "there is no option --no-offline; see “sample --help”"),
    (["echo", "--all=1"], "--all takes no value; see “sample echo --help”"),
    (["echo", "--file"], "--file needs a value; see “sample echo --help”"),
    (["echo", "-af"], "-f needs a value; see “sample echo --help”"),
    (["--jobs"], "--jobs needs a value; see “sample --help”"),
    (["--jobs=0"], "--jobs: must be between 1 and 32"),
    (["count", "--jobs=3"], "--jobs and “count” do not go together; give one of them"),
    (["count", "x"], "“count” has no use for “x”; see “sample count --help”"),
    (["count", "--all=11"], "“11” is no count; give 1 to 10"),
    (["count", "-a", "-1"], "“-1” is no count; give 1 to 10"),
    (["count", "-a", "1e1"], "“1e1” is no count; give 1 to 10"),
    (["count", "-a", "99999999999999999999"], "“99999999999999999999” is no count; give 1 to 10"),
    (["fail"], "“fail” needs a text; see “sample fail --help”"),
    (["fail", "a", "b"], "“fail” has no use for “b”; see “sample fail --help”"),
    (["postgresql://me:secret@host/db"], "there is no command “host/db”; the commands are"),
  ])
  func whatIsWrongIsSaidInALine(words: [String], complaint: String) {
    let result = ProgramResult(sampleProgram, words)
    #expect(result.outcome == .ended(2))
    #expect(result.output == "")
    #expect(result.complaints.count == 1)
    #expect(result.complaints.first?.hasPrefix("sample: " + complaint) == true, "\(result)")
    #expect(result.complaints.first?.hasSuffix("\n") == true)
  }

  @Test func anErrorIsOneHarmlessLine() {
    let result = run("fail", "two\nlines\u{1B}[1m")
    #expect(result.outcome == .ended(1))
    #expect(result.complaints == ["sample: two lines [1m\n"])
  }

  @Test func anErrorHasItsStatus() {
    struct Odd: CommandFailure { var exitStatus: Int32 { 7 } }
    let program = CommandProgram(
      "odd", version: "1", summary: "Odd.",
      commands: [Command("go", summary: "Go.") { _, _ in throw Odd() }])
    #expect(ProgramResult(program, ["go"]).outcome == .ended(7))
    #expect(ProgramResult(program, []) { _ in throw Odd() }.outcome == .ended(7))
  }

  @Test func aClosedPipeIsNoFailure() {
    let result = ProgramResult(sampleProgram, ["echo"], failure: CommandOutput.Failure.closedPipe)
    #expect(result.outcome == .ended(0))
    #expect(result.complaints.isEmpty)
    let full = CommandOutput.Failure.unwritable(reason: "it is full")
    let failed = ProgramResult(sampleProgram, ["--help"], failure: full)
    #expect(failed.outcome == .ended(1))
    #expect(
      failed.complaints == ["sample: cannot write the output: it is full; check where it goes\n"])
  }

  @Test func theWindowGetsTheArguments() {
    var arguments: CommandArguments?
    let result = ProgramResult(sampleProgram, ["-o", "a b", "--jobs=2"]) { arguments = $0 }
    #expect(result.complaints.isEmpty)
    #expect(arguments?["open"] == "a b")
    #expect(arguments?.settings == ["jobs": "2"])
    #expect(arguments.map { .window($0) } == result.outcome)
    // Without a word for them, words belong to commands.
    let titled = CommandProgram("titled", "[TITLE]", version: "1", summary: "Titled.")
    #expect(ProgramResult(titled, ["a", "b"]) { arguments = $0 }.outcome.status == 0)
    #expect(arguments?.words == ["a", "b"])
    let plain = CommandProgram("plain", version: "1", summary: "Plain.")
    #expect(
      ProgramResult(plain, ["a"]).complaints == [
        "plain: there is no use for “a”; see “plain --help”\n"
      ])
  }

  @Test func theHelpListsEverything() {
    let help = run("--help")
    #expect(
      help.output == """
        Usage:
          sample [OPTION…]
          sample [OPTION…] COMMAND …

        Show how it goes.

        Commands:
          echo WORDS…     Print all words.
          count           Count.
          fail            Fail.
          help [COMMAND]  Print this help, or that of a command.

        Options:
          -o, --open=FILE  Open this file
          -h, --help       Print this help
              --version    Print the version

        Settings, for this run:
          --theme=system|light|dark  Colours [system]
          --offline                  Work offline [false]
          --no-quick                 Hurry [true]
          --jobs=NUMBER              Downloads at once [4]
          --print-preferences        Print all settings, and who has set them

        That is all.

        """)
    for words in [["help"], ["-h"], ["help", "help"], ["help", "--all"]] {
      #expect(ProgramResult(sampleProgram, words) == help, "\(words)")
    }
    #expect(run("--version").output == "sample 1.2\n")
    #expect(run("help", "echo", "count").outcome == .ended(2))
    #expect(run("help", "frob").outcome == .ended(2))
  }

  @Test func aCommandHasItsHelp() {
    let help = run("help", "echo")
    #expect(
      help.output == """
        Usage:
          sample [OPTION…] echo WORDS…

        Print all words.

        Options:
          -a, --all        Everything
          -f, --file=FILE  Where from
          -v, --verbose    More of it
          -h, --help       Print this help

        It prints them.

        """)
    #expect(run("echo", "--help") == help)
    #expect(run("--help", "echo", "x") == help)
  }

  @Test func settingsArePrinted() {
    let report = run("--jobs=2", "--print-preferences").output
    #expect(report.contains("jobs = 2  # command line\n"))
    #expect(report.contains("offline = false  # default\n"))
    #expect(run("echo", "--print-preferences", "--jobs=2").output == report)
  }

  /// No words may end the process, and what was understood was written.
  @Test func anyWordsAreTakenOrRefused() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "echo", "count", "help", "--all", "-a", "-", "--", "--file", "--file=", "-f", "-fv", "=", "",
      "--no-", "--no-quick", "--jobs", "--jobs=1", "1", "--help", "é", "--=", "-é", "\u{0}",
    ]
    for _ in 0..<testSteps(2_000) {
      let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      let result = ProgramResult(sampleProgram, words)
      #expect([0, 1, 2].contains(result.outcome.status), "seed \(seed): \(words)")
      #expect((result.outcome.status == 0) == result.complaints.isEmpty, "seed \(seed): \(words)")
      #expect(
        result.complaints.allSatisfy { $0.hasPrefix("sample: ") && $0.count { $0 == "\n" } == 1 })
    }
  }
}

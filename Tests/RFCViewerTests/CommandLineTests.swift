import Foundation
import HikidashiBase
import HikidashiCommands
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// What a command wrote, and how it ended.
struct CommandResult: Equatable {
  private var outcome = CommandProgram.Outcome.ended(0)
  /// What the window is to show; nil where there is to be none.
  var window: WindowOptions?
  var output = ""
  var complaints: [String] = []

  /// Runs the tool in this process.
  init(
    _ arguments: String..., input: String = "", isTerminal: Bool = false,
    failure: (any Error)? = nil
  ) {
    self.init(words: arguments, input: input, isTerminal: isTerminal, failure: failure)
  }

  init(
    words: [String], input: String = "", isTerminal: Bool = false, failure: (any Error)? = nil
  ) {
    _ = Self.emptyHome
    var written = ""
    let complaints = Guarded<[String]>([])
    let output = CommandOutput(
      isTerminal: isTerminal,
      writesOutput: { text in
        if let failure { throw failure }
        written += text
      },
      writesError: { line in complaints.withLock { $0.append(String(line.dropLast())) } },
      readsInput: { Array(input.utf8) })
    var window: WindowOptions?
    outcome = CommandLineTool.program.run(words, output) { window = try WindowOptions($0) }
    self.window = window
    self.output = written
    self.complaints = complaints.withLock { $0 }
  }

  /// Where nobody has fetched anything yet.
  private static let emptyHome: Void = {
    setenv("XDG_DATA_HOME", NSTemporaryDirectory() + "no-data-\(getpid())", 1)
    setenv("XDG_CONFIG_HOME", NSTemporaryDirectory() + "no-settings-\(getpid())", 1)
    setenv("XDG_CACHE_HOME", NSTemporaryDirectory() + "no-cache-\(getpid())", 1)
  }()

  var code: Int32? { window == nil ? outcome.status : nil }
}

@Suite struct CommandLineTests {
  private let folder: ScratchFolder
  private var path: String { folder.url.path }

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.index, to: "rfc-index.txt")
    try folder.write("Network Working Group\n\u{1B}[1mDoe\n", to: "rfc1.txt")
  }

  static let index = """
                                 RFC INDEX
                                 ---------

    (CREATED ON: 08/21/2026.)

                                 RFC INDEX
                                 ---------

    1 Host Software. S. Crocker, Ed., B. Roe. 7 April 1969. (Format: TXT=21088,
         PS=5 bytes) (Obsoletes RFC2, NIC 7) (Also STD3) (Status: UNKNOWN)
         (DOI: 10.17487/RFC1)

    14 Not Issued.

    10027 Tab\u{9}Title \\ Quote". J. Doe. August 2026. (Format: HTML)
         (Updated by RFC10028) (Status: BEST CURRENT PRACTICE)
         (DOI: 10.17487/RFC10027)

    """

  @Test func opensTheWindowWithoutACommand() {
    #expect(CommandResult().window == WindowOptions())
    #expect(
      CommandResult("--mirror", path, "--open", "RFC0014", "--screenshot=a.png").window
        == WindowOptions(mirror: path, open: 14, screenshot: "a.png"))
    #expect(
      CommandResult("-m", path, "-o", "0").window == WindowOptions(mirror: path, open: 0))
  }

  @Test func helps() {
    let help = CommandResult("--help")
    #expect(help.code == 0)
    for word in [
      "--mirror=DIR|URL", "--open=N", "--screenshot=OUT.png", "index FILE", "search WORDS",
    ] {
      #expect(help.output.contains(word), "\(word)")
    }
    for command in ["index", "list", "search", "show", "sync"] {
      let help = CommandResult(command, "--help")
      #expect(help.code == 0)
      #expect(help.output.contains("--json") == (command != "sync"), "\(command)")
      #expect(help.complaints.isEmpty)
    }
    #expect(CommandResult("--version").output == "rfcviewer \(CommandLineTool.version)\n")
  }

  @Test func helpIsACommandToo() {
    #expect(CommandResult("help") == CommandResult("--help"))
    #expect(CommandResult("help").output.contains("Exit codes: 0"))
    for command in ["index", "list", "search", "show", "sync"] {
      let help = CommandResult(command, "--help")
      #expect(CommandResult("help", command) == help)
      #expect(CommandResult("--help", command) == help)
    }
    #expect(CommandResult("help", "help") == CommandResult("--help"))
    #expect(CommandResult("help", "frob").code == 2)
    #expect(CommandResult("help", "show", "list").code == 2)
  }

  @Test func aRangeOrFolderThatIsNoneIsSaid() {
    for range in ["1-", "-5", "x", "9-1", "1-2-3"] {
      let result = CommandResult("sync", "--range", range)
      #expect(result.code == 2)
      #expect(result.complaints.first?.contains("“\(range)” is no range") == true, "\(result)")
    }
    let result = CommandResult("sync", "--into", "", "--range", "1")
    #expect(result.code == 2)
    #expect(result.complaints == ["rfcviewer: the name behind “--into” is empty; give a folder"])
    let other = CommandResult("sync", "--into", "/proc/none", "--range", "1")
    #expect(other.complaints.first?.contains("choose a folder") == true, "\(other)")
  }

  @Test func optionsStandOnEitherSideOfTheCommand() {
    let wanted = CommandResult("show", "1", "--json", "--mirror", path)
    #expect(wanted.code == 0)
    for words in [
      ["--json", "show", "1", "-m", path], ["-j", "show", "1", "-m", path],
      ["-jm", path, "show", "1"], ["--mirror", path, "show", "--json", "1"],
      ["--mirror=" + path, "-j", "--offline", "show", "1"],
      ["-m", path, "-j", "--", "show", "1"],
    ] {
      #expect(CommandResult(words: words) == wanted, "\(words)")
    }
    // A switch of four commands takes a number for the fifth.
    for words in [["-j", "0", "sync"], ["sync", "-j", "0"], ["--jobs", "0", "sync"]] {
      let result = CommandResult(words: words)
      #expect(result.code == 2)
      #expect(result.complaints == ["rfcviewer: “0” is no count; give 1 to 128"], "\(words)")
    }
    // A value may be the name of a command.
    #expect(
      CommandResult("--screenshot", "list", "-o", "1").window
        == WindowOptions(open: 1, screenshot: "list"))
  }

  @Test func countsAnIndex() {
    let wanted = "entries 3, not issued 1, five-digit 1, highest 10027\n"
    #expect(CommandResult("index", path + "/rfc-index.txt").output == wanted)
    #expect(CommandResult("index", "-", input: Self.index).output == wanted)
    #expect(CommandResult("index", "--", "-", input: Self.index).output == wanted)
  }

  @Test func printsEveryFieldAsJSON() throws {
    let result = CommandResult("index", "--json", path + "/rfc-index.txt")
    #expect(result.code == 0)
    let lines = result.output.split(separator: "\n")
    #expect(
      lines[1] == """
        {"number":1,"isIssued":true,"title":"Host Software",\
        "authors":[{"name":"S. Crocker","role":"Ed."},{"name":"B. Roe","role":null}],\
        "date":"1969-04-07",\
        "formats":[{"name":"TXT","bytes":21088},{"name":"PS","bytes":5}],\
        "obsoletes":["RFC2","NIC7"],"obsoletedBy":[],"updates":[],"updatedBy":[],\
        "also":["STD3"],"status":"UNKNOWN","doi":"10.17487/RFC1"},
        """)
    let parsed = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let objects = try #require(parsed as? [[String: Any]])
    #expect(objects.map { $0["number"] as? Int } == [1, 14, 10_027])
    #expect(objects[1]["isIssued"] as? Bool == false)
    #expect(objects[2]["title"] as? String == #"Tab Title \ Quote""#)
  }

  @Test func printsEveryFieldBetweenTabs() {
    let lines = CommandResult("index", "-t", path + "/rfc-index.txt").output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == EntryTable.columns.joined(separator: "\t"))
    #expect(
      lines[1].split(separator: "\t", omittingEmptySubsequences: false) == [
        "1", "true", "Host Software", "S. Crocker, Ed.; B. Roe", "1969-04-07", "TXT=21088, PS=5",
        "RFC2, NIC7", "", "", "", "STD3", "UNKNOWN", "10.17487/RFC1",
      ])
    #expect(lines[3].contains(#"Tab Title \\ Quote""#))
    #expect(EntryTable.escaped("a\tb\nc\rd\\e\u{1}") == "a\\tb\\nc\\rd\\\\e\u{1}")
  }

  @Test func printsWhatItGuessed() {
    let text = Self.index.replacing("(Status: UNKNOWN)", with: "(Status: ODD)")
    let result = CommandResult("index", "-", "--warnings", input: text)
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.output.contains("ODD"))
    #expect(result.complaints.isEmpty)
    #expect(CommandResult("index", "-", input: Self.index).complaints.isEmpty)
    for form in [["--json"], ["--tsv"], []] {
      let result = CommandResult(words: ["index", "-"] + form, input: text)
      #expect(result.code == 0)
      #expect(result.complaints == ["rfcviewer: 1 warning; --warnings shows it"], "\(form)")
    }
    let both = text.replacing("14 Not Issued.", with: "1 Not Issued.")
    #expect(
      CommandResult("index", "-", input: both).complaints
        == ["rfcviewer: 2 warnings; --warnings shows them"])
  }

  @Test func listsAMirror() {
    let wanted = """
          1  1969-04-07  Host Software
         14              Not Issued
      10027  2026-08     Tab Title \\ Quote"

      """
    #expect(CommandResult("list", "--mirror", path).output == wanted)
    #expect(CommandResult("--mirror", path, "list").output == wanted)
    #expect(CommandResult("list", "-m", path, "--json").output.contains("\"number\":10027"))
  }

  @Test func filtersAreThoseOfTheWindow() {
    let listed = CommandResult("list", "status:standard", "year:1980..1985", "obsolete:no")
    #expect(listed.code == 0 && listed.output.contains("Internet Protocol"))
    #expect(!listed.output.contains("Host Software"))
    let found = CommandResult("search", "protocol", "author:postel")
    #expect(found.code == 0 && found.output.hasPrefix("  791 "), "\(found.output)")
    #expect(CommandResult("search", "is:obsolete").output.isEmpty == false)
    for command in ["list", "search"] {
      let wrong = CommandResult(command, "stauts:standard")
      #expect(wrong.code == 2 && wrong.complaints.joined().contains("“stauts”. Is it “status”?"))
      #expect(CommandResult(command, "is:here").output.isEmpty)
    }
  }

  @Test func searchesTheBuiltInLibrary() {
    #expect(CommandResult("search", "host", "software").output.contains("Host Software"))
    #expect(CommandResult("search", "rfc2119").output.hasPrefix(" 2119  1997-03     Key words"))
    for (options, output) in [([], ""), (["-j"], "[\n]\n")] {
      let nothing = CommandResult(words: ["search", "zzzz"] + options)
      #expect(nothing.output == output)
      #expect(nothing.code == 1)
      #expect(
        nothing.complaints == [
          "rfcviewer: nothing found for “zzzz”; every word must be in a number, a title or an author"
        ])
    }
    #expect(CommandResult("list").output.split(separator: "\n").count > 250)
  }

  @Test func showsADocument() throws {
    let mirror = ["--mirror", path]
    #expect(CommandResult("show", "1", mirror[0], mirror[1]).output.contains("\u{1B}[1mDoe\n"))
    let shown = CommandResult("show", "1", mirror[0], mirror[1], isTerminal: true).output
    #expect(shown.contains("␛[1mDoe\n"))
    #expect(CommandResult("show", "0").output.contains("A Guide for Readers"))
    let json = CommandResult("show", "rfc1", "--json", mirror[0], mirror[1]).output
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["text"] as? String == "Network Working Group\n\u{1B}[1mDoe\n")
    #expect(object["status"] as? String == "UNKNOWN")
    #expect(
      CommandResult("show", "2119", "--json", "--offline").output.hasSuffix("\"text\":null}\n"))
  }
}

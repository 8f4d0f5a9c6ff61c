import Foundation
import HikidashiCommands
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// Every mistake is one line that says what is wrong, and a code that is not 0.
@Suite struct CommandLineErrorTests {
  private let folder: ScratchFolder
  private var path: String { folder.url.path }

  init() throws { folder = try ScratchFolder() }

  private func expect(
    _ result: CommandResult, code: Int32, says words: String...,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(result.code == code, sourceLocation: location)
    #expect(result.output == "", sourceLocation: location)
    #expect(result.complaints.count == 1, sourceLocation: location)
    let line = result.complaints.first ?? ""
    #expect(line.hasPrefix("rfcviewer: "), sourceLocation: location)
    #expect(!line.contains("\n") && !line.contains("{}"), sourceLocation: location)
    for word in words {
      #expect(line.contains(word), "\(line)", sourceLocation: location)
    }
  }

  @Test func refusesWrongUsage() {
    expect(CommandResult("--bad"), code: 2, says: "--bad", "--help")
    expect(CommandResult("--mirror"), code: 2, says: "--mirror")
    expect(CommandResult("frob"), code: 2, says: "frob", "list, search, show")
    expect(CommandResult("serach", "a"), code: 2, says: "“serach”; did you mean “search”?")
    expect(CommandResult("list", "--limt", "3"), code: 2, says: "--limt; did you mean --limit?")
    expect(CommandResult("frob\nx"), code: 2, says: "frob x")
    expect(CommandResult(""), code: 2)
    expect(CommandResult("index"), code: 2, says: "index --help")
    expect(CommandResult("index", "a", "b"), code: 2, says: "“b”")
    expect(CommandResult("index", "a", "--json", "--tsv"), code: 2, says: "--json", "--tsv")
    expect(CommandResult("index", "a", "--frob"), code: 2, says: "--frob")
    expect(
      CommandResult("--mirror", "/", "index", "a"), code: 2, says: "--mirror",
      "“rfcviewer index --help”")
    expect(CommandResult("list", "zzzz"), code: 1, says: "“zzzz”")
    expect(CommandResult("search"), code: 2, says: "search --help")
    expect(CommandResult("search", " "), code: 2, says: "search --help")
    expect(CommandResult("show"), code: 2, says: "show --help")
    expect(CommandResult("show", "1", "2"), code: 2, says: "“2”")
    expect(CommandResult("--open", "1", "list"), code: 2, says: "--open", "list")
    expect(CommandResult("--screenshot", "a.png", "show", "1"), code: 2, says: "--screenshot")
  }

  @Test func namesTheHelpOfTheCommand() {
    expect(CommandResult("--frob"), code: 2, says: "--frob; see “rfcviewer --help”")
    for name in ["index", "list", "search", "show", "sync"] {
      for words in [[name, "--frob"], ["--frob", name]] {
        expect(
          CommandResult(words: words), code: 2, says: "--frob; see “rfcviewer \(name) --help”")
      }
    }
  }

  @Test(
    arguments: [
      "abc", "", "rfc", "123456", "99999999999999999999999", "1.5", "0x10", "１２a", "1\n2", "+1",
    ])
  func refusesWhatIsNoNumber(word: String) {
    expect(CommandResult("show", word), code: 2, says: "0 to 99999")
    // An empty word is what the menu of a desktop opens.
    if !word.isEmpty { expect(CommandResult("--open=" + word), code: 2, says: "0 to 99999") }
  }

  @Test func refusesWhatIsNotThere() {
    expect(CommandResult("index", path + "/none"), code: 1, says: path + "/none")
    expect(CommandResult("index", path), code: 1, says: path, "not a file")
    expect(CommandResult("list", "--mirror", path), code: 1, says: "rfc-index.txt")
    expect(CommandResult("show", "1", "--mirror", path), code: 1, says: "RFC 1", "rfc1.txt")
    expect(
      CommandResult("show", "2119", "--offline"), code: 1,
      says: "RFC 2119 has not been fetched yet", "“rfcviewer sync --range 2119-2119”")
    expect(
      CommandResult("--offline", "show", "2119", "--mirror", "http://joe:pw@127.0.0.1:1"), code: 1,
      says: "“rfcviewer sync --range 2119-2119 --mirror http://127.0.0.1:1”")
    expect(CommandResult("show", "99999", "--json"), code: 1, says: "RFC 99999")
    expect(CommandResult("--mirror", path + "/none"), code: 1, says: path + "/none")
    expect(CommandResult("search", "a", "--mirror", path + "/none"), code: 1, says: "none")
    // Before a window opens that could show nothing.
    #expect(CommandResult("--mirror", path) == CommandResult("list", "--mirror", path))
  }

  @Test func saysWhyNobodyHasADocument() throws {
    expect(CommandResult("show", "14"), code: 1, says: "RFC 14 was never issued")
    expect(
      CommandResult("show", "8"), code: 1, says: "RFC 8 was published only as PDF",
      "https://www.rfc-editor.org/rfc/rfc8.pdf")
    #expect(CommandResult("show", "14", "--json").output.hasSuffix("\"text\":null}\n"))
    try folder.write(CommandLineTests.index, to: "rfc-index.txt")
    expect(CommandResult("show", "14", "-m", path), code: 1, says: "RFC 14 was never issued")
    expect(CommandResult("show", "10027", "-m", path), code: 1, says: "rfc10027.txt")
    // The guide is there whatever library is read.
    #expect(CommandResult("show", "0", "-m", path) == CommandResult("show", "0"))
  }

  @Test func refusesFilesThatAreNotWhole() throws {
    try folder.write("", to: "empty")
    try folder.write("hello", to: "letter")
    try folder.write(String(CommandLineTests.index.dropLast(30)), to: "cut")
    try folder.write("", to: "rfc1.txt")
    expect(CommandResult("index", path + "/empty"), code: 1, says: "empty")
    expect(CommandResult("index", path + "/letter"), code: 1, says: "letter", "RFC INDEX")
    expect(CommandResult("index", path + "/cut"), code: 1, says: "cut", "10027")
    expect(CommandResult("index", "--json", path + "/cut"), code: 1, says: "10027")
    expect(CommandResult("index", "-", input: "x"), code: 1, says: "“-”")
    expect(CommandResult("show", "1", "--mirror", path), code: 1, says: "rfc1.txt", "empty")
  }

  @Test func endsQuietlyWhenNobodyReads() {
    let result = CommandResult("list", failure: CommandOutput.Failure.closedPipe)
    #expect(result == CommandResult("--version", failure: CommandOutput.Failure.closedPipe))
    #expect(result.code == 0)
    #expect(result.complaints.isEmpty)
  }

  @Test func tellsWhenOutputCannotBeWritten() {
    expect(
      CommandResult("list", failure: CommandOutput.Failure.unwritable(reason: "disk full")),
      code: 1, says: "disk full")
  }
}

import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import RFCViewer

/// `rfcviewer bookmarks`.
struct BookmarksCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(CommandLineTests.index, to: "rfc-index.txt")
    try folder.write(
      """
      Host Software

      1.  Messages

         A message has a link, and the link has a *number*.

      2.  Links

         A link has two ends.

      """, to: "rfc1.txt")
  }

  private func run(_ words: String...) -> CommandResult {
    CommandResult(
      words: ["bookmarks", "--mirror", folder.url.path, "--notes-place", place] + words)
  }

  private var place: String { folder.url.appendingPathComponent("notes.db").path }

  @Test func addsListsAndRemoves() throws {
    #expect(run().output == "")
    #expect(run().code == 0)
    #expect(
      run("--add", "1", "--section", "2").output == "    0  bookmark   RFC 1, Section 2  2. Links\n"
    )
    let link = run("--add", "1", "--quote", "the link has", "--colour", "pink", "--tag", "a, b c")
    #expect(link.output == "    1  highlight  RFC 1, Section 1  the link has  #a #b c\n")
    #expect(run("--add", "9999", "--note", "Later").output == "    2  note       RFC 9999  Later\n")
    #expect(
      run().output.split(separator: "\n").map { $0.prefix(5) } == ["    1", "    0", "    2"])
    #expect(run("--rfc", "1", "--kind", "bookmark").output.hasPrefix("    0"))
    #expect(run("--tag", "B C").output.hasPrefix("    1"))
    #expect(run("LINK", "has").output.hasPrefix("    1"))
    let removed = run("--remove", "1")
    #expect(removed.code == 0 && removed.output.hasPrefix("    1"))
    #expect(run("--remove", "1").code == 1)
    #expect(run("--tag", "a").code == 1)
  }

  @Test func exportsWithCitations() throws {
    _ = run("--add", "1", "--quote", "link has a *number*")
    _ = run("--add", "1", "--section", "2", "--note", "Two\n\nof them", "--tag", "x y")
    let cited = "Crocker, S., Ed. and B. Roe, \"Host Software\", STD 3, RFC 1"
    let markdown = run("--markdown").output
    #expect(markdown.hasPrefix("## RFC 1: Host Software\n\n\(cited)"))
    #expect(markdown.contains(#"  > link has a \*number\*"#))
    #expect(
      markdown.contains(
        "- **RFC 1, Section 2** (Note)\n\n  > 2. Links\n\n  Two\n\n  of them\n\n  #x-y\n"))
    let csv = run("--csv").output
    #expect(
      csv.hasPrefix("kind,rfc,section,title,quote,colour,note,tags,author,created,changed,citation")
    )
    #expect(csv.contains("\"Crocker, S., Ed. and B. Roe, \"\"Host Software\"\""))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(run("--json").output.utf8)) as? [[String: Any]])
    #expect(json.count == 2)
    #expect(json[0]["quote"] as? String == "link has a *number*")
    #expect((json[0]["citation"] as? String)?.hasPrefix(cited) == true)
    #expect(json[1]["tags"] as? [String] == ["x y"])
    #expect(json[0]["start"] as? Int != nil)
  }

  @Test(arguments: [
    (["--add", "x"], 2, "is not the number"), (["--kind", "mark"], 2, "is no kind"),
    (["--add", "1", "--colour", "red"], 2, "is no colour"),
    (["--section", "1"], 2, "for “--add” alone"), (["--add", "1", "--remove", "1"], 2, "--remove"),
    (["--add", "1", "--quote", "no such words"], 1, "does not have the words"),
    (["--add", "1", "--section", "9"], 1, "has no section “9”"),
    (["--remove", "7"], 1, "there is no bookmark"), (["zzz"], 1, "is like that"),
    (["--csv", "--json"], 2, "--csv"), (["--notes-place", "notes"], 2, "path of a file"),
  ])
  func saysWhatIsWrongInOneLine(words: [String], code: Int32, complaint: String) {
    let result = CommandResult(
      words: ["bookmarks", "--mirror", folder.url.path, "--notes-place", place] + words)
    #expect(result.code == code)
    #expect(result.complaints.count == 1)
    #expect(result.complaints.first?.contains(complaint) == true, "\(result.complaints)")
  }

  /// Nothing that a command has said it keeps is lost, wherever the next one is killed.
  @Test(.enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
  func killedCommandsLoseNothing() throws {
    let seed = testSeed()
    print("killedCommandsLoseNothing: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    var kept = 0
    for turn in 0..<testSteps(12) {
      let run = try Run(
        try #require(BuiltProgram.path),
        [
          "bookmarks", "--mirror", folder.url.path, "--notes-place", place, "--add", "1", "--note",
          "turn \(turn)",
        ])
      let spins = Int.random(in: 0...40_000, using: &random)
      for _ in 0..<spins where !run.isOver { sched_yield() }
      if turn % 3 > 0 { run.send(SIGKILL) }
      if run.wait() == 0 {
        kept += 1
        #expect(self.run("turn \(turn)").code == 0, "seed \(seed)")
      }
      let all = self.run().output.split(separator: "\n").count
      #expect(all >= kept, "seed \(seed)")
    }
    // How many were killed in time depends on the machine; those of every third turn were not.
    #expect(kept > 0, "seed \(seed)")
  }
}

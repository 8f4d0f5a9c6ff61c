import Foundation
import HikidashiCommands
import TestSupport
import Testing

/// What a package has of a program besides it: manual page and completions.
@Suite struct PrintedTests {
  @Test func theManualHasCommandsOptionsAndSettings() throws {
    let page = ProgramResult(sampleProgram, ["--print-manual"]).output
    #expect(page.hasPrefix(".TH \"SAMPLE\" \"1\" \"\" \"sample 1.2\" "))
    #expect(page.contains("\nsample \\- Show how it goes\n"))
    for term in [
      "echo WORDS…", "\\-f, \\-\\-file=FILE", "\\-\\-theme=system|light|dark", "\\-\\-no\\-quick",
      "2",
    ] {
      #expect(page.contains(".TP\n\\fB\(term)\\fR\n"), "\(term)")
    }
  }

  @Test func textThatRoffWouldObeyIsShown() throws {
    let program = CommandProgram(
      "a", version: "1", summary: ".so /etc/passwd", description: "'quoted'\n\\fBx\n.x\n\nend")
    let page = ProgramResult(program, ["--print-manual"]).output
    #expect(page.contains("\n\\&.so /etc/passwd\n"))
    #expect(page.contains("\n\\&'quoted'\n\\(rsfBx\n\\&.x\n.sp\nend\n"))
  }

  /// A real bash completes.
  @Test(arguments: [
    (["sample", ""], ["echo", "count", "fail", "help"], false),
    (["sample", "ec"], ["echo"], true),
    (["sample", "--the"], ["--theme="], true),
    (["sample", "--theme", "=", "li"], ["light"], true),
    (["sample", "--theme", ""], ["system", "light", "dark"], true),
    (["sample", "echo", "--f"], ["--file="], true),
    (["sample", "echo", "-f", "/etc/host"], ["/etc/hosts"], false),
    (["sample", "count", "--"], ["--all=", "--help", "--print-preferences"], true),
    (["sample", "help", "c"], ["count"], true),
  ])
  func bashCompletes(words: [String], expected: [String], isAll: Bool) async throws {
    let script = ProgramResult(sampleProgram, ["--print-completions=bash"]).output
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let line =
      script + """

        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
        _sample
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    try await onOwnThread {
      let run = try Run(try #require(Tool("bash").path), ["-c", line])
      #expect(run.wait() == 0, "\(run.standardError)")
      let found = run.standardOutput.split(separator: "\n").map(String.init)
      if isAll {
        #expect(Set(found) == Set(expected))
      } else {
        #expect(Set(found).isSuperset(of: expected), "\(found)")
      }
    }
  }

  @Test(arguments: ["zsh", "fish"])
  func theOtherShellsKnowTheSame(shell: String) throws {
    let script = ProgramResult(sampleProgram, ["--print-completions=" + shell]).output
    for word in ["echo", "count", "theme", "no-quick", "system light dark", "Everything"] {
      #expect(script.contains(word), "\(word)")
    }
  }

  @Test func anotherShellIsRefused() {
    let result = ProgramResult(sampleProgram, ["--print-completions=tcsh"])
    #expect(result.outcome == .ended(2))
    #expect(result.complaints.first?.contains("bash, zsh, fish") == true)
  }
}

import Foundation
import HikidashiCommands
import HikidashiPreferences
import HikidashiRecords
import HikidashiStorage
import Testing

/// The columns of the help.
@Suite struct HelpTests {
  /// A Japanese character takes two columns of a terminal.
  @Test func helpStandsInColumnsInEveryScript() throws {
    enum Mood: String, PreferenceValue, CaseIterable {
      case merry = "陽気"
      case calm
      var preferenceTitle: String { rawValue }
    }
    struct Settings: PreferenceGroup {
      let mood = Preference("mood", default: Mood.calm, title: "How it sounds")
      let jobs = Preference("jobs", default: 4, title: "Downloads at once")
    }
    let program = CommandProgram("sample", version: "1", summary: "It goes.")
      .settings(Settings()) { _ in
        try PreferenceStore(Settings(), at: .memory, version: "1")
      }
    let lines = ProgramResult(program, ["--help"]).output.split(separator: "\n")
    let places = try [("--mood", "How it"), ("--jobs", "Downloads")].map { flag, title in
      let line = try #require(lines.first { $0.contains(flag) })
      return line[..<(try #require(line.range(of: title)).lowerBound)].columnCount
    }
    #expect(places[0] == places[1], "\(lines)")
  }

  @Test func aSecretHasNoFlag() throws {
    #expect(!ProgramResult(sampleProgram, ["--help"]).output.contains("token"))
    #expect(ProgramResult(sampleProgram, ["--token=a"]).outcome == .ended(2))
  }
}

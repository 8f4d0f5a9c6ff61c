import Foundation
import HikidashiPreferences
import HikidashiRecords
import Testing

/// Flags, help and the reference page.
@Suite struct ArgumentsTests {
  @Test func flagsAreTakenOutOfTheWords() throws {
    let schema = try PreferenceSchema(SamplePreferences())
    let arguments = try PreferenceArguments(
      [
        "show", "--jobs", "8", "--page-size=9.5", "--offline", "--other", "--no-page", "7",
        "--print-preferences", "--", "--jobs", "9",
      ], schema)
    #expect(arguments.values == ["jobs": "8", "page-size": "9.5", "offline": "true"])
    #expect(arguments.rest == ["show", "--other", "--no-page", "7", "--", "--jobs", "9"])
    #expect(arguments.isReportAsked && !arguments.isHelpAsked)
    #expect(
      try PreferenceArguments(["--no-offline", "-h"], schema).values == ["offline": "false"])
    #expect(try PreferenceArguments(["--offline=no"], schema).values == ["offline": "no"])
    #expect(throws: PreferenceError.self) { try PreferenceArguments(["--jobs"], schema) }
  }

  @Test func helpListsEveryFlag() throws {
    let help = try PreferenceSchema(SamplePreferences()).help()
    #expect(help.contains("  --jobs=NUMBER"))
    #expect(help.contains("Downloads at once [4]\n"))
    #expect(help.contains("  --offline "))
    #expect(help.contains("  --page-theme=system|light|dark"))
    #expect(help.contains("Size of the font (pt) [12.0]\n"))
    #expect(help.contains("  --print-preferences"))
  }

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
    let help = try PreferenceSchema(Settings()).help()
    let places = try help.split(separator: "\n").prefix(2).map { line in
      let start = try #require(line.range(of: line.contains("mood") ? "How" : "Down")).lowerBound
      return line[..<start].columnCount
    }
    #expect(places[0] == places[1], "\(help)")
  }

  @Test func theReferencePageHasEverySetting() throws {
    let schema = try PreferenceSchema(SamplePreferences())
    let page = schema.referencePage(title: "Settings", variables: "SAMPLE")
    #expect(page.hasPrefix("# Settings\n"))
    #expect(
      page.contains(
        "| Downloads at once | `4` | `jobs`, `--jobs`, `SAMPLE_JOBS` | 1 to 32. |\n"))
    #expect(page.contains("\n## Page\n\nHow documents look.\n"))
    #expect(
      page.contains(
        "| Size of the font | `12.0` | `page.size`, `--page-size`, `SAMPLE_PAGE_SIZE` "
          + "| 6.0 to 72.0 pt. |\n"))
    #expect(page.contains("| Token | `kept secret` | `token` |  |\n"))
  }
}

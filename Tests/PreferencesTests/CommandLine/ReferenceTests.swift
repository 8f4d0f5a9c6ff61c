import Foundation
import HikidashiPreferences
import HikidashiRecords
import Testing

/// The reference page.
@Suite struct ReferenceTests {
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

import Foundation
import HikidashiPreferences
import TestSupport
import Testing

@testable import RFCViewer

/// RFC Viewer's settings on the command line, and the page that tells of them.
@Suite struct SettingsTests {
  @Test func theyArePrintedWithTheirLayers() {
    let result = CommandResult("--print-preferences", "--network-jobs", "3")
    #expect(result.code == 0)
    #expect(result.output.contains("network.jobs = 3  # command line\n"))
    #expect(result.output.contains("reading.theme = \"system\"  # default\n"))
    #expect(result.output.contains("network.time-to-live = \"0s\"  # default\n"))
  }

  @Test(arguments: ["light", "dark", "sepia"], ["original", "reflowed"])
  func coloursAndFormsAreChosen(_ theme: String, _ form: String) {
    let result = CommandResult(
      "--print-preferences", "--reading-theme=\(theme)", "--reading-form=\(form)")
    #expect(result.code == 0)
    #expect(result.output.contains("reading.theme = \"\(theme)\"  # command line\n"))
    #expect(result.output.contains("reading.form = \"\(form)\"  # command line\n"))
  }

  @Test func flagsReachTheWindow() {
    #expect(
      CommandResult("--reading-size=14", "--open", "7").window
        == WindowOptions(open: 7, flags: ["reading-size": "14"]))
  }

  @Test(arguments: [
    (["--network-jobs=0"], "--network-jobs: must be between 1 and 128"),
    (["--network-mirror", "ftp://a"], "--network-mirror: must be an address such as"),
    (["--reading-theme=odd"], "--reading-theme: must be one of system, light, dark"),
    (["--reading-size"], "--reading-size needs a value"),
    (["--reading-font=\"; }"], "--reading-font: must be the name of a font"),
    (["--network-jobs=2", "index", "-"], "--network-jobs and “index” do not go together"),
  ])
  func aWrongFlagIsSaid(_ words: [String], _ complaint: String) {
    let result = CommandResult(words: words)
    #expect(result.code == 2)
    #expect(result.complaints.first?.hasPrefix("rfcviewer: " + complaint) == true)
  }

  @Test func helpListsThem() {
    let help = CommandResult("--help").output
    #expect(help.contains("--network-jobs=NUMBER"))
    #expect(help.contains("--reading-theme=system|light|dark"))
    #expect(help.contains("--print-preferences"))
  }

  /// With `HIKIDASHI_WRITE_REFERENCE=1` the page is written anew.
  @Test func theReferencePageIsOfTheseSettings() throws {
    let page = try PreferenceSchema(ViewerPreferences()).referencePage(
      title: "Settings of RFC Viewer", variables: "RFCVIEWER")
    let file = Checkout.root.appendingPathComponent("Documentation.docc/RFCViewerSettings.md")
    if ProcessInfo.processInfo.environment["HIKIDASHI_WRITE_REFERENCE"] != nil {
      try page.write(to: file, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(written == page, "write it anew: HIKIDASHI_WRITE_REFERENCE=1 make test ARGS=…")
  }
}

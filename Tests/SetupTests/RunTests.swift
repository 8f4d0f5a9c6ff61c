import Foundation
import TestSupport
import Testing

/// `scripts/run` with a compiler that does nothing and an app that says how it was started.
@Suite(.needs("gtk4-broadwayd"))
struct RunTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      "#!/bin/sh\n[ \"$1\" = --version ] && echo 'Swift version 6.3.1' || echo building\n",
      to: "bin/swift", mode: 0o755)
    // Whatever is missing, a test installs nothing.
    for tool in ["apt-get", "sudo"] {
      try folder.write("#!/bin/sh\nexit 1\n", to: "bin/\(tool)", mode: 0o755)
    }
    try folder.write(
      "#!/bin/sh\necho \"${GDK_BACKEND:-own display}\"; printf '<%s>' \"$@\"\n",
      to: "build/release/rfcviewer", mode: 0o755)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("build/release/broadway-proxy"),
      withDestinationURL: BroadwayRun.products.appendingPathComponent("broadway-proxy"))
  }

  private func run(_ arguments: String..., display: String?) throws -> String {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(folder.url.path)/bin:\(environment["PATH"] ?? "")"
    environment["SWIFTPM_BUILD_DIR"] = "\(folder.url.path)/build"
    environment["DISPLAY"] = display
    environment["WAYLAND_DISPLAY"] = nil
    environment["GDK_BACKEND"] = nil
    let run = try Run(
      "\(Checkout.root.path)/scripts/run", ["rfcviewer"] + arguments, environment: environment)
    #expect(run.wait() == 0, "\(run.standardError)")
    #expect(run.standardError.contains("building"), "it is built before it runs")
    return run.standardOutput
  }

  @Test func withADisplayTheAppIsStartedThere() throws {
    #expect(
      try run("--mirror", "a  folder", display: ":7") == "own display\n<--mirror><a  folder>")
  }

  @Test func withoutADisplayItIsShownInABrowser() throws {
    #expect(try run("--open", "1", display: nil) == "broadway\n<--open><1>")
  }

  @Test(arguments: ["index", "list", "search", "show", "--help", "--version"])
  func textNeedsNoDisplay(word: String) throws {
    #expect(try run("--mirror", "a", word, display: nil) == "own display\n<--mirror><a><\(word)>")
  }

  @Test func aValueIsNoSubcommand() throws {
    #expect(try run("--mirror", "list", display: nil) == "broadway\n<--mirror><list>")
  }
}

import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class EmailTests: XCTestCase {
  /// Puts a program called `xdg-email` first on `PATH`, which writes its arguments down.
  private func withFake(_ script: String, _ body: (ScratchFolder) throws -> Void) throws {
    let folder = try ScratchFolder()
    try folder.write(script, to: "bin/xdg-email", mode: 0o755)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    setenv("PATH", folder.url.path + "/bin:" + path, 1)
    defer { setenv("PATH", path, 1) }
    try body(folder)
  }

  func testEveryWordReachesTheMailProgramAsItIs() throws {
    let script = "#!/bin/sh\nfor word; do printf '%s\\0' \"$word\" >> \"$0.log\"; done\n"
    try withFake(script) { folder in
      try folder.write("attached", to: "a file;$(rm).txt")
      let file = folder.url.path + "/a file;$(rm).txt"
      let subject = "Ünïcode 日本 \"quoted\" $HOME `id` & more"
      let body = "First line\n--attach /etc/passwd\n'third'"
      try onLoop {
        let email = Email(
          to: "ada@example.org", "grace@example.org", cc: ["bob@example.org"], subject: subject,
          body: body, attachments: [file])
        try await Desktop.compose(email)
      }
      let words = try XCTUnwrap(folder.read("bin/xdg-email.log")).split(separator: "\0")
      XCTAssertEqual(
        words.map(String.init),
        [
          "--utf8", "--cc", "bob@example.org", "--subject", subject, "--body", body, "--attach",
          file, "ada@example.org", "grace@example.org",
        ])
    }
  }

  func testAMailProgramThatFailsIsTold() throws {
    try withFake("#!/bin/sh\nexit 4\n") { _ in
      try onLoop {
        do {
          try await Desktop.compose(Email(to: "ada@example.org"))
          XCTFail("it failed")
        } catch {
          XCTAssertEqual(error as? DesktopError, .programFailed("xdg-email", status: 4))
          XCTAssertTrue("\(error)".contains("ended with status 4"), "\(error)")
        }
      }
    }
  }

  func testAMissingProgramIsNamedWithItsPackage() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    setenv("PATH", "/nowhere", 1)
    defer { setenv("PATH", path, 1) }
    try onLoop {
      do {
        try await Desktop.compose(Email())
        XCTFail("there is no program")
      } catch {
        XCTAssertEqual(
          "\(error)", "The program xdg-email is missing; install the package xdg-utils.")
      }
    }
  }

  func testWhatIsNoAddressIsRefused() {
    for address in [
      "", "ada", "@example.org", "ada@", "a@b@c", "--attach@x", "ada @example.org", "a,b@x.org",
      "a@x.org\n", "a@x.org?body=x", "ada\0@x.org",
    ] {
      XCTAssertThrowsError(try Email(to: address).arguments, address) {
        XCTAssertEqual($0 as? DesktopError, .badEmailAddress(address))
      }
    }
    XCTAssertThrowsError(try Email(attachments: ["/no/such/file"]).arguments) {
      XCTAssertTrue("\($0)".contains("there is no such file"), "\($0)")
    }
    XCTAssertEqual(try Email(subject: "a\0b").arguments, ["--utf8", "--subject", "ab"])
  }
}

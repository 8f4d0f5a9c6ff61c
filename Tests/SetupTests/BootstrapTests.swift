import Foundation
import TestSupport
import Testing

/// `scripts/bootstrap` on machines that are made of stubs, so that nothing is ever installed.
struct BootstrapTests {
  /// A machine: `PATH` is one folder, and a file says which distribution it is.
  private struct Machine {
    let folder: ScratchFolder

    /// One where `bootstrap lint` finds everything.
    init(distribution: String = "ID=debian\nPRETTY_NAME=\"Debian Twelve\"\n") throws {
      folder = try ScratchFolder()
      try folder.link("bash", "env", "dirname", "readlink", "uname", "rm", "sh")
      try folder.write(distribution, to: "os-release")
      try stub("swift", "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'")
      try stub("id", "echo 0")
      try stub("apt-cache", "echo Package: $3")
      try stub("apt-get", "echo apt-get $* >>\(folder.url.path)/installed")
      for tool in ["swift-build", "ldd", "g++", "git", "msgfmt", "shellcheck"] {
        try stub(tool, "true")
      }
    }

    func stub(_ tool: String, _ script: String) throws {
      try folder.write("#!/bin/sh\n\(script)\n", to: tool, mode: 0o755)
    }

    func remove(_ tool: String) throws {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(tool))
    }

    /// Runs `bootstrap`; its status and the lines it wrote.
    func bootstrap(_ purposes: String...) throws -> (status: Int32, lines: [String]) {
      let run = try Run(
        folder.url.appendingPathComponent("bash").path,
        ["\(Checkout.root.path)/scripts/bootstrap"] + purposes,
        environment: [
          "PATH": folder.url.path,
          "HIKIDASHI_OS_RELEASE": folder.url.appendingPathComponent("os-release").path,
        ])
      let status = run.wait()
      let text = run.standardOutput + run.standardError
      return (status, text.split(separator: "\n").map(String.init))
    }

    /// What apt-get was called with.
    var installed: String? { folder.read("installed") }
  }

  @Test func nothingMissingIsSilent() throws {
    let machine = try Machine()
    let (status, lines) = try machine.bootstrap("lint")
    #expect(status == 0)
    #expect(lines == [])
    #expect(machine.installed == nil)
  }

  @Test func missingIsNamedAndInstalled() throws {
    let machine = try Machine()
    try machine.remove("shellcheck")
    let place = machine.folder.url.appendingPathComponent("shellcheck").path
    try machine.stub(
      "apt-get", "echo $* >>\(machine.folder.url.path)/installed; >\(place); chmod 755 \(place)")
    try machine.folder.link("chmod")
    let (status, lines) = try machine.bootstrap("lint")
    #expect(status == 0)
    #expect(lines == ["bootstrap: installing for 'lint': shellcheck"])
    let call = try #require(machine.installed)
    #expect(call.hasSuffix(" install -y --no-install-recommends shellcheck\n"))
  }

  @Test func listsAreUpdatedWhereThePackageIsUnknown() throws {
    let machine = try Machine()
    try machine.remove("shellcheck")
    try machine.stub("apt-cache", "exit 100")
    _ = try machine.bootstrap("lint")
    let calls = machine.installed?.split(separator: "\n").map { $0.split(separator: " ") } ?? []
    #expect(calls.first?.contains("update") == true)
    #expect(calls.dropFirst().first?.contains("install") == true)
  }

  @Test func failedInstallationSaysHowToTryAgain() throws {
    let machine = try Machine()
    try machine.remove("shellcheck")
    try machine.stub("apt-get", "exit 100")
    let (status, lines) = try machine.bootstrap("lint")
    #expect(status != 0)
    #expect(
      lines.last == "bootstrap: apt-get could not install what is missing on Debian Twelve; "
        + "to try again, type: sh -c 'apt-get update && apt-get install -y shellcheck'")
  }

  @Test func packageThatDoesNotHelpIsSaidSo() throws {
    let machine = try Machine()
    try machine.remove("shellcheck")
    let (status, lines) = try machine.bootstrap("lint")
    #expect(status != 0)
    #expect(lines.last?.contains("Debian Twelve has no recent enough shellcheck") == true)
  }

  @Test func withoutSwiftOneLineSaysWhatToType() throws {
    let machine = try Machine()
    try machine.remove("swift")
    let (status, lines) = try machine.bootstrap("run")
    #expect(status != 0)
    #expect(lines.count == 1)
    #expect(lines[0].contains("Swift 6.1 or newer is needed (none is on PATH); type: "))
  }

  @Test(arguments: ["5.10": false, "6.0.3": false, "6.1": true, "6.12": true, "7.0": true])
  func swiftMustBeRecent(version: String, isEnough: Bool) throws {
    let machine = try Machine()
    try machine.stub("swift", "echo 'Swift version \(version) (swift-\(version)-RELEASE)'")
    let (status, lines) = try machine.bootstrap("lint")
    #expect((status == 0) == isEnough)
    #expect(lines.count == (isEnough ? 0 : 1))
  }

  @Test func otherDistributionOneLineNamesWhatIsNeeded() throws {
    let machine = try Machine(distribution: "ID=fedora\nPRETTY_NAME=\"Fedora Linux 42\"\n")
    let (status, lines) = try machine.bootstrap("run")
    #expect(status != 0)
    try #require(lines.count == 1)
    #expect(lines[0].contains("not on Fedora Linux 42; with its own tools install: "))
    #expect(lines[0].contains("libadwaita-1>=1.2"))
    #expect(machine.installed == nil)
  }

  @Test func otherDistributionWithEverythingIsFine() throws {
    let machine = try Machine(distribution: "ID=arch\n")
    let (status, lines) = try machine.bootstrap("lint")
    #expect(status == 0)
    #expect(lines == [])
  }

  @Test func relativesOfDebianAreDebian() throws {
    let machine = try Machine(distribution: "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n")
    try machine.remove("git")
    _ = try machine.bootstrap("lint")
    #expect(machine.installed?.hasSuffix(" git\n") == true)
  }

  @Test(arguments: [
    (nil, "type: su -c 'apt-get update && apt-get install -y git'"),
    ("exit 1", "type: sudo sh -c 'apt-get update && apt-get install -y git'"),
  ])
  func withoutRightsOneLineSaysWhatToType(sudo: String?, advice: String) throws {
    let machine = try Machine()
    try machine.remove("git")
    try machine.stub("id", "echo 1000")
    if let sudo { try machine.stub("sudo", sudo) }
    let (status, lines) = try machine.bootstrap("lint")
    #expect(status != 0)
    #expect(lines == ["bootstrap: installing needs more rights; \(advice)"])
    #expect(machine.installed == nil)
  }

  @Test func sudoInstalls() throws {
    let machine = try Machine()
    try machine.remove("git")
    try machine.stub("id", "echo 1000")
    try machine.stub("sudo", "[ \"$1\" = -n ] && exit; exec \"$@\"")
    _ = try machine.bootstrap("lint")
    #expect(machine.installed?.hasSuffix(" git\n") == true)
  }

  @Test func unknownPurposeIsRefused() throws {
    let (status, lines) = try Machine().bootstrap("dance")
    #expect(status != 0)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("no purpose is called 'dance'") == true)
  }
}

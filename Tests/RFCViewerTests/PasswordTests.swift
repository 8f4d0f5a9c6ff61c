import Foundation
import TestSupport
import Testing

@testable import RFCViewer

/// Whatever becomes of an address, nothing that is said has its password.
@Suite struct PasswordTests {
  private let folder: ScratchFolder
  private static let password = "hunter2"

  /// What is no address of a mirror, or of none that there can be.
  private static let refused = [
    "ftp://joe:hunter2@example.org", "https://joe:hunter2@", "https://joe:hunter2@..",
    "https://joe:hunter2@example.org?q", "https://joe:hunter2@example.org/a#b",
    "https://joe:hunter2@example.org/a b", "https://joe:x@hunter2@example.org/?q",
    "joe:hunter2@example.org", "https:/joe:hunter2@example.org",
    "//joe:hunter2@example.org", "\u{1B}https://joe:hunter2@example.org",
  ]

  /// Nobody listens there.
  private static let unreachable = "http://joe:hunter2@127.0.0.1:1"

  init() throws { folder = try ScratchFolder() }

  /// On a thread of its own: a sync waits for its tasks, which need the ones that tests run on.
  private func run(_ words: [String]) async -> CommandResult {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: CommandResult(words: words)) }
    }
  }

  private func expectSilence(
    _ result: CommandResult, code: Int32, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(result.code == code, "\(result)", sourceLocation: location)
    #expect(!result.complaints.isEmpty, sourceLocation: location)
    let said = result.output + result.complaints.joined(separator: "\n")
    #expect(!said.contains(Self.password), sourceLocation: location)
  }

  // MARK: As arguments

  @Test(arguments: refused, [["sync"], ["list"], ["search", "a"], ["show", "1"], []])
  func aMirrorThatIsRefused(address: String, command: [String]) async {
    expectSilence(await run(["--mirror", address] + command), code: 2)
    expectSilence(await run(command + ["--mirror=" + address]), code: 2)
  }

  @Test func aMirrorThatCannotBeReached() async {
    let into = folder.url.path
    for more in [["--range", "1"], ["--all", "--timeout", "1"]] {
      let words = ["sync", "--mirror", Self.unreachable, "--into", into] + more
      expectSilence(await run(words), code: 1)
    }
  }

  /// As when somebody forgets what stands before it.
  @Test(arguments: [[], ["sync"], ["list"], ["show", "1"]])
  func anAddressThatNobodyAskedFor(command: [String]) async {
    for address in [Self.unreachable, "https://joe:hunter2@example.org"] {
      expectSilence(await run(command + [address]), code: 2)
    }
  }

  @Test(arguments: [
    "mysql://ann:hunter2@127.0.0.1/x", "postgresql:/ann:hunter2@127.0.0.1/x",
    "ann:hunter2@127.0.0.1/x", "postgresql//ann:hunter2@127.0.0.1/x",
  ]) func aQueueThatIsRefused(address: String) async {
    expectSilence(await run(["sync", "--queue", address]), code: 2)
  }

  @Test(arguments: [
    "postgresql://ann:hunter2@127.0.0.1:0/x",
    "postgresql://ann:hunter2@127.0.0.1:99999/x", "postgresql://ann:hunter2@127.0.0.1:port/x",
    "postgresql://ann:hunter2@[::1/x", "postgresql://ann:hunter2@127.0.0.1:0/x?none=1",
    "postgresql://127.0.0.1:0/x?user=ann&password=hunter2",
  ]) func aQueueThatCannotBeReached(address: String) async {
    let result = await run(["sync", "--queue", address, "--into", folder.url.path])
    expectSilence(result, code: 1)
  }

  // MARK: As settings

  /// What no mirror has.
  private static let wrongSettings = [
    "https://joe:hunter2@..", "https://joe:hunter2@example.org?q", "ftp://joe:hunter2@example.org",
  ]

  @Test(arguments: wrongSettings, [["sync"], ["list"], ["search", "a"], ["show", "1"]])
  func aSettingThatIsRefused(address: String, command: [String]) async {
    expectSilence(await run(["--network-mirror", address] + command), code: 2)
    expectSilence(await run(command + ["--network-mirror=" + address]), code: 2)
  }

  @Test func aSettingThatCannotBeReached() async {
    let words = ["sync", "--network-mirror", Self.unreachable, "--into", folder.url.path]
    expectSilence(await run(words + ["--range", "1"]), code: 1)
  }

  @Test func aSettingThatIsPrinted() async {
    let result = await run(["--print-preferences", "--network-mirror", Self.unreachable])
    #expect(result.output.contains("network.mirror = \"http://127.0.0.1:1\"  # command line"))
    #expect(!result.output.contains(Self.password))
  }

  /// Of a variable and of the user's file. No other mirror is asked instead.
  @Test(
    .enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"),
    arguments: wrongSettings + [unreachable], [true, false])
  func aSettingOfTheMachine(address: String, isVariable: Bool) async throws {
    let home = folder.url.path
    var environment = ["LC_ALL": "C.UTF-8", "HOME": home]
    if isVariable {
      environment["RFCVIEWER_NETWORK_MIRROR"] = address
    } else {
      try folder.write(
        "{\"network\": {\"mirror\": \"\(address)\"}}",
        to: ".config/io.github.hikidashi.RFCViewer/preferences.json")
    }
    let (code, said): (Int32, String) = try await onOwnThread { [environment] in
      let run = try Run(
        try #require(BuiltProgram.path), ["sync", "--into", home + "/library", "--range", "1"],
        environment: environment)
      return (run.wait(), run.standardOutput + run.standardError)
    }
    #expect(code == (address == Self.unreachable ? 1 : 2), "\(said)")
    let told = address == Self.unreachable ? "http://127.0.0.1:1/" : "must be an address"
    #expect(said.contains(told), "\(said)")
    #expect(!said.contains(Self.password))
  }
}

import Foundation
import HikidashiCommands
import HikidashiStorage
import TestSupport
import Testing

/// Files that a command reads.
@Suite struct InputTests {
  private let output = CommandOutput(writesOutput: { _ in }, readsInput: { [1, 2] })

  @Test func filesAndStandardInputAreRead() throws {
    let folder = try ScratchFolder()
    try folder.write("abc", to: "file")
    #expect(try output.read(folder.url.appendingPathComponent("file").path) == Array("abc".utf8))
    #expect(try output.read("-") == [1, 2])
  }

  @Test(arguments: [
    ("/no/such", "No such file"), ("/", "directory"), ("/dev/zero", "larger than 256 MiB"),
  ])
  func whatCannotBeReadIsSaid(path: String, reason: String) throws {
    let failure = try #require(throws: UnreadableFile.self) { try output.read(path) }
    #expect(failure.path == path)
    #expect("\(failure)".contains(reason), "\(failure)")
  }
}

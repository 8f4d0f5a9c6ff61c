import Foundation
import HikidashiStorage
import Observation
import TestSupport
import Testing

/// A file that other programs change while it is read.
@Suite struct WatchedFileTests {
  /// Waits until the file holds a text.
  @MainActor private static func wait(for text: String, in file: WatchedFile) async throws {
    while true {
      let (changes, told) = AsyncStream<Void>.makeStream()
      let holds = withObservationTracking {
        (try? file.contents.get()) == Array(text.utf8)
      } onChange: {
        told.finish()
      }
      if holds { return }
      for await _ in changes {}
    }
  }

  @Test(.timeLimit(.minutes(1))) @MainActor func isReadAgainHoweverItIsStored() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("notes.txt").path
    let file = WatchedFile(path)
    let missing = #expect(throws: UnreadableFile.self) { try file.contents.get() }
    #expect(missing?.description == "cannot read \(path): No such file or directory")
    // As an editor does it, beside the file and in its place.
    try Data("one".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    try await Self.wait(for: "one", in: file)
    // And as a shell does.
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("more".utf8))
    try handle.close()
    try await Self.wait(for: "more", in: file)
    #expect(rename(path, path + ".old") == 0)
    #expect(rename(path + ".old", path) == 0)
    try await Self.wait(for: "more", in: file)
  }

  @Test func saysWhatIsTooLarge() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("large").path
    try Data(count: (2 << 20) + 1).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: UnreadableFile.self) {
      try WatchedFile(path, limit: 2 << 20).contents.get()
    }
    #expect(error?.reason == "it is larger than 2 MiB")
    #expect(try WatchedFile(path).contents.get().count == (2 << 20) + 1)
  }
}

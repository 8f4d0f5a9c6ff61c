import Foundation
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// A document that a person opens from a file manager.
struct OpenedFileTests {
  @Test func wordsOfAShellAreNumbersOrFiles() {
    for word in ["9110", "RFC 9110", "rfc9110", "rfc:9110"] {
      #expect(WindowOptions.file(word) == nil)
    }
    #expect(WindowOptions.file("/tmp/rfc1.txt") == "/tmp/rfc1.txt")
    let here = FileManager.default.currentDirectoryPath
    #expect(WindowOptions.file("rfc1.txt") == here + "/rfc1.txt")
    #expect(WindowOptions.file("mail/rfc1") == here + "/mail/rfc1")
    let window = CommandResult("--open", "file:///tmp/rfc7.txt").window
    #expect(window?.file == "/tmp/rfc7.txt")
    #expect(window?.open == nil)
    #expect(CommandResult("--open", "rfc:793").window?.open == 793)
    #expect(CommandResult("--open", "nonsense").code == 2)
    let plain = CommandResult("--open=").window
    #expect(plain != nil && plain?.open == nil && plain?.file == nil)
  }

  @Test(arguments: [
    ("/a/rfc9110.txt", 9110), ("RFC0793.TXT", 793), ("/a/rfc-index.txt", nil),
    ("/rfc1/notes.txt", nil),
    ("rfc9110", nil),
  ])
  func theNameOfAFileHasTheNumber(path: String, number: Int?) {
    #expect(RFCLibrary.number(ofFile: path) == number)
  }
}

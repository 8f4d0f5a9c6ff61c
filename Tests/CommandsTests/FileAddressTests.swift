import Foundation
import HikidashiCommands
import Testing

/// Paths in the forms in which shells and file managers name them.
struct FileAddressTests {
  @Test(arguments: [
    ("file:///home/ann/rfc9110.txt", "/home/ann/rfc9110.txt"),
    ("file:/tmp/a%20b%C3%A9.txt", "/tmp/a bé.txt"), ("FILE://localhost/x", "/x"),
    ("file://other.host/x", nil), ("file:///a%zz", nil), ("file:///a%00b", nil), ("file:", nil),
    ("rfc:9110", nil), ("https://example.org/rfc1.txt", nil),
  ])
  func aURIIsThePathOfAFile(uri: String, path: String?) {
    #expect(FileAddress.path(uri) == path)
  }

  @Test func aPathIsMadeWhole() {
    let here = FileManager.default.currentDirectoryPath
    #expect(FileAddress.whole("/tmp/a") == "/tmp/a")
    #expect(FileAddress.whole("a b/c") == here + "/a b/c")
  }
}

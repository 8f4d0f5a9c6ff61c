import HikidashiStorage
import Testing

@Suite struct NameTests {
  @Test(arguments: [
    ("", NameProblem.emptyComponent),
    ("/", .absolute),
    ("/etc/passwd", .absolute),
    ("a//b", .emptyComponent),
    ("a/", .emptyComponent),
    (".", .relative(".")),
    ("..", .relative("..")),
    ("a/../b", .relative("..")),
    ("a/./b", .relative(".")),
    ("a\0b", .controlCharacter(0)),
    ("a\nb", .controlCharacter(10)),
    ("a\u{7F}", .controlCharacter(0x7F)),
    ("a\u{85}b", .controlCharacter(0x85)),
    (String(repeating: "a", count: 256), .longComponent(bytes: 256)),
    (String(repeating: "あ", count: 86), .longComponent(bytes: 258)),
    (String(repeating: "aaa/", count: 256) + "a", .long(bytes: 1_025)),
    (String(repeating: "a/", count: 64) + "a", .deep(components: 65)),
    (".hikidashi-new", .reserved(".hikidashi-new")),
    ("a/.hikidashi-/b", .reserved(".hikidashi-")),
  ])
  func refused(_ text: String, _ problem: NameProblem) {
    #expect(throws: StorageError.badName(text, problem)) { try StorageName(text) }
  }

  @Test(arguments: [
    "a", "a/b", "...", "..a", "a..", ".hidden", ".hikidashi", "settings/window.json", " ", "a b",
    "日本/語.txt", "\u{301}", "👨‍👩‍👧", "\\", "a:b", "*",
  ])
  func taken(_ text: String) throws {
    #expect(try StorageName(text).text == text)
  }

  @Test func longestNames() throws {
    let component = String(repeating: "a", count: 255)
    let name = try StorageName(Array(repeating: component, count: 4).joined(separator: "/"))
    #expect(name.text.utf8.count == 1_023)
    #expect(name.components.count == 4)
    _ = try StorageName(Array(repeating: "d", count: 64).joined(separator: "/"))
  }

  @Test func namesAreBytes() throws {
    let composed = try StorageName("caf\u{E9}".description)
    let decomposed = try StorageName("cafe\u{301}".description)
    #expect(composed.text == decomposed.text)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect(decomposed < composed)
  }

  @Test func parts() {
    let name: StorageName = "a/b/c.txt"
    #expect(name.components == ["a", "b", "c.txt"])
    #expect(name.lastComponent == "c.txt")
    #expect(name.folder == "a/b")
    #expect(name.folder?.folder?.folder == nil)
    #expect(name.isUnder("a") && name.isUnder("a/b") && name.isUnder(nil))
    #expect(
      !name.isUnder("a/b/c.txt") && !name.isUnder("b") && !("ab/c" as StorageName).isUnder("a"))
    #expect("\(name)" == "a/b/c.txt")
  }

  /// A trailing backslash of a component, say, must not end up joined with another.
  @Test func wordsSayWhatToDo() {
    #expect(
      StorageError.badName("a//b", .emptyComponent).description
        == "“a//b” cannot name stored bytes: it has an empty part; write one slash between two parts "
        + "and none at the end")
    #expect(
      StorageError.badName("a\u{1}", .controlCharacter(1)).description.contains("U+0001"))
    let failure = StorageFailure(.write, "a/b", place: "/data", reason: "write: No space left")
    #expect(
      StorageError.noSpace(failure).description
        == "cannot write “a/b” in /data: there is no space left (write: No space left); free some "
        + "space and try again; what was stored before is unharmed")
    #expect(
      StorageError.nameTaken(failure, by: "a").description.contains(
        "“a” holds bytes and cannot be a folder too"))
    #expect(
      StorageError.newer(StorageFailure(.open, place: "/x.db"), found: 3, known: 2).description
        .contains(
          "cannot open /x.db: it was written by a newer version (format 3; this one knows 2)"))
  }
}

import Hikidashi
import Testing

@testable import HikidashiTool

/// Trees that are written in JSON.
struct TreeDefinitionTests {
  private func tree(_ text: String) throws -> TreeDefinition {
    try TreeDefinition(Array(text.utf8))
  }

  @Test func whatHasChildrenIsASection() throws {
    let tree = try tree(
      """
      { "tree": [
        { "title": "Mammals", "isOpen": true, "children": [
          { "title": "Dog", "subtitle": "Barks", "icon": "face-smile-symbolic" }, { "title": "Cat" } ] },
        { "title": "Birds", "children": [] }, { "title": "Fish" } ] }
      """)
    let rows = (0..<tree.outline.rowCount).map { tree.outline.row(at: $0) }
    #expect(rows.map(\.item.title) == ["Mammals", "Dog", "Cat", "Birds", "Fish"])
    #expect(rows.map(\.level) == [0, 1, 1, 0, 0])
    #expect(rows.map(\.isSection) == [true, false, false, true, false])
    #expect(rows.map(\.isSelectable) == [false, true, true, false, true])
    #expect(rows[0].isOpen && !rows[3].isOpen)
    #expect(rows[1].item == TreeRow(title: "Dog", subtitle: "Barks", icon: "face-smile-symbolic"))
    #expect(tree.hasIcons)
  }

  @Test func rowsAreKnownByTheirTitlesAndMayHaveTheSame() throws {
    let one = try tree(
      #"{ "tree": [{ "title": "a" }, { "title": "a" }, { "title": "b", "icon": "c" }] }"#)
    #expect(one.outline.nodeCount == 3)
    let other = try tree(#"{ "tree": [{ "title": "b", "subtitle": "d" }] }"#)
    #expect(other.outline.contains(one.outline.id(atRow: 2)))
    #expect(!other.hasIcons)
  }

  @Test(arguments: [
    ("[]", "array"), ("{}", "tree"), (#"{ "tree": {} }"#, "tree: "),
    (#"{ "tree": [], "title": "a" }"#, "title: the key is not known; there are tree"),
    (#"{ "tree": [{}] }"#, "tree[0]"), (#"{ "tree": [{ "title": 1 }] }"#, "tree[0].title: "),
    (
      #"{ "tree": [{ "title": "a", "children": [{ "title": "b" }, { "titel": "c" }] }] }"#,
      "tree[0].children[1].titel: the key is not known; there are title, subtitle, icon, isOpen, children"
    ),
    (#"{ "tree": [{ "title": "a", "subtitle": null }] }"#, "tree[0].subtitle: "),
    (#"{ "tree": [{ "title": "a", "children": "b" }] }"#, "tree[0].children: "),
    (
      #"{ "tree": [{ "title": "a", "isOpen": true }] }"#,
      "tree[0].isOpen: only what has children can be open"
    ),
    (#"{ "tree": [,] }"#, "line 1, column 12: "),
  ])
  func aMistakeIsToldWithItsPlace(text: String, words: String) {
    let error = #expect(throws: ParserError.self) { try tree(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test @MainActor func itsRowsAreCounted() throws {
    let text = #"{ "tree": [{ "title": "a", "children": [{ "title": "b" }] }] }"#
    #expect(try Definition(Array(text.utf8), file: "tree.json").summary == "a tree of 2 rows")
  }

  @Test func levelsHaveALimit() throws {
    func nested(_ levels: Int) -> String {
      let node = (1..<levels).reduce(#"{ "title": "a" }"#) { inner, _ in
        #"{ "title": "a", "children": ["# + inner + "] }"
      }
      return #"{ "tree": ["# + node + "] }"
    }
    #expect(try tree(nested(64)).outline.nodeCount == 64)
    for levels in [65, 200, 20_000] {
      let error = #expect(throws: ParserError.self) { try tree(nested(levels)) }
      #expect(
        error?.description.contains("levels") == true, "\(error?.description.suffix(200) ?? "")")
    }
  }
}

import CHikidashiGTK
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Slots with links, buttons and pictures.
final class CellActionTests: XCTestCase {
  private struct Post: Identifiable {
    var id: Int
    var words: String
    var photos: [String] = []
  }

  private static let posts = [
    Post(id: 1, words: "See **the** [page](https://example.org/1) & <more>"),
    Post(id: 2, words: "Nothing *here*", photos: ["a", "b", "c"]),
    Post(id: 3, words: "[One](one) and [two](two)", photos: ["d"]),
  ]

  @MainActor
  private final class Log {
    var lines: [String] = []
    func note(_ line: String) { lines.append(line) }
  }

  @MainActor
  private static func cell(_ log: Log) throws -> CellDefinition<Post> {
    try CellDefinition<Post>(
      .row(
        .column(.rich("words"), .pictures("photos", size: 32, most: 2)),
        .button("reply", style: "flat"), .button("more")),
      .rich("words", onLink: { log.note("link \($0.id) \($1)") }) { RichText(markdown: $0.words) },
      .pictures("photos", open: { log.note("photo \($0.id) \($1)") }) { post in
        post.photos.map { SlotPicture(file: "/none/\($0).png", label: $0 == "d" ? "A duck" : "") }
      },
      .button("reply", icon: "mail-reply-sender-symbolic", title: { "Reply to \($0.id)" }) {
        log.note("reply \($0.id)")
      },
      .button("more", title: { $0.id == 2 ? nil : "More" }) { log.note("more \($0.id)") })
  }

  func testButtonsLinksAndPicturesAreNamedAndPressed() throws {
    try onLoop {
      let log = Log()
      let table = TableView(Self.posts, cell: try Self.cell(log)).selection(.toggle)
      let stage = try await Stage.show(table, width: 500, height: 400)
      // What is searched and said of the row is its text.
      XCTAssertEqual(
        stage.all("list-item").map(\.name),
        ["See the page & <more>", "Nothing here", "One and two"])
      try await stage.click("button", "Reply to 2")
      try await stage.click("button", "Picture 2 of 3")
      try await stage.click("button", "A duck")
      XCTAssertEqual(log.lines, ["reply 2", "photo 2 1", "photo 3 0"])
      XCTAssertEqual(table.selectedIndices, [], "a button is no click on its row")
      XCTAssertEqual(stage.all("label").map(\.name).filter { $0.contains("more") }.last, "1 more")
      // A row without a button has none for a screen reader, and none to press.
      XCTAssertEqual(stage.all("button", "More").count, 2)
      XCTAssertEqual(stage.all("button", "").filter { $0.has("disabled") }.count, 1)
      try await stage.close()
    }
  }

  func testKeysReachThemAndArrowsStayWithTheRows() throws {
    try onLoop {
      let log = Log()
      let table = TableView(Self.posts, cell: try Self.cell(log)).selection(.multiple)
      let stage = try await Stage.show(table, width: 500, height: 400)
      table.focus(row: 0)
      XCTAssertEqual(stage.focused?.role, "list-item", "the row itself has the keyboard")
      try await stage.press("Down")
      try await stage.press("Up")
      XCTAssertEqual(stage.focused?.name, "See the page & <more>")
      try await stage.press("Tab")
      XCTAssertEqual(stage.focused?.role, "label", stage.dump())
      try await stage.press("Return")
      XCTAssertEqual(log.lines, ["link 1 https://example.org/1"])
      try await stage.press("Tab")
      XCTAssertEqual(stage.focused?.name, "Reply to 1")
      try await stage.press("space")
      try await stage.press("Tab")
      try await stage.press("Return")
      XCTAssertEqual(log.lines.suffix(2), ["reply 1", "more 1"])
      try await stage.press("Escape")
      XCTAssertEqual(stage.focused?.role, "list-item")
      // Back on the row, arrows go from row to row again.
      try await stage.press("Down")
      XCTAssertEqual(stage.focused?.name, "Nothing here")
      XCTAssertEqual(table.selectedIndices, [1])
      try await stage.close()
    }
  }

  func testTheyLeaveNothingBehind() throws {
    try onLoop {
      let log = Log()
      let posts = (0..<30).map { number in
        Post(
          id: number, words: number % 3 == 0 ? "plain \(number)" : "a [link](\(number)) **b**",
          photos: (0..<(number % 4)).map { "\($0)" })
      }
      let cell = try Self.cell(log)
      try await checkTable(posts) { TableView($0, cell: cell) }
    }
  }

  func testMarkupIsWellFormedHoweverStylesOverlap() throws {
    let text = RichText(
      "ab<c&d",
      spans: [
        StyledRange(0..<3, .strong), StyledRange(2..<5, .link("x\"y")),
        StyledRange(1..<9, .emphasis),
        StyledRange(4..<6, .link("other")),
      ])
    XCTAssertEqual(
      text.markup(hasLinks: true, most: 100),
      "<b>a</b><b><i>b</i></b><a href=\"x&quot;y\"><b><i>&lt;</i></b><i>c</i><i>&amp;</i></a>"
        + "<a href=\"other\"><i>d</i></a>")
    XCTAssertEqual(text.markup(hasLinks: false, most: 2), "<b>a</b><b><i>b</i></b>…")
    XCTAssertEqual(RichText("").markup(hasLinks: true, most: 5), "")
  }

  func testJSONHasThemToo() throws {
    let json = """
      { "cell": { "row": [ { "rich": "words", "lines": 2 }, { "button": "go", "style": "flat" },
        { "pictures": "photos", "size": 24, "most": 3 } ] } }
      """
    let slots = try TableDefinition(json: json).layout.slots
    XCTAssertEqual(slots.map(\.kind), [.rich, .button, .pictures])
    XCTAssertEqual(slots.map(\.lines), [2, 1, 1])
    XCTAssertEqual(slots[2].most, 3)
    XCTAssertEqual(slots[2].size, 24)
    XCTAssertThrowsError(
      try TableDefinition(
        json: "{ \"cell\": { \"pictures\": \"p\", \"most\": 0 } }", file: "t.json")
    ) { XCTAssertTrue("\($0)".contains("t.json: cell.most: 0 is not from 1 to 20"), "\($0)") }
  }
}

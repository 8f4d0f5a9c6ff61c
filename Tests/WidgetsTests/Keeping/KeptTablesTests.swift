import CHikidashiGTK
import HikidashiOutlines
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// Trees, lists and tables of records as a person left them.
final class KeptTablesTests: XCTestCase {
  /// Twenty drawers of twenty cards; the first drawer is open by definition.
  nonisolated private static func drawers() throws -> Outline<String> {
    try Outline(
      (1...20).map { (drawer: UInt64) in
        Node(
          "drawer \(drawer)", id: NodeID(rawValue: drawer * 100), isSection: true,
          isOpen: drawer == 1,
          children: (1...20).map { (card: UInt64) in
            Node("card \(drawer).\(card)", id: NodeID(rawValue: drawer * 100 + card))
          })
      })
  }

  @MainActor
  private static func tree(_ outline: Outline<String>, _ store: StateStore) -> OutlineView<String> {
    OutlineView(outline).selection(.multiple).keeping("drawers", in: store)
  }

  /// Opens, closes, selects and scrolls; returns where the view stands then.
  @MainActor
  private static func use(
    _ view: OutlineView<String>, _ stage: Stage
  ) async throws -> ScrollPlace {
    view.change { $0.close(100) }
    for drawer in [300, 700, 1_200] as [NodeID] { view.change { $0.open(drawer) } }
    view.changeSelection { $0.setSelected(704, true) }
    view.changeSelection { $0.setSelected(1_202, true) }
    view.scroll(to: 705, .top)
    try await until("the place") { !view.rows.anchor.isPursuing && view.top(of: 705) == 0 }
    view.moveByUser(-7)
    await stage.nextFrame()
    return try XCTUnwrap(view.scrollPlace)
  }

  @MainActor
  private static func check(_ view: OutlineView<String>, _ place: ScrollPlace) async throws {
    let state = view.outline.state
    XCTAssertEqual(state.opened, [300, 700, 1_200])
    XCTAssertEqual(state.closed, [100])
    XCTAssertEqual(state.selected, [704, 1_202])
    try await until("the place") { view.scrollPlace == place }
  }

  func testATreeComesBack() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let view = Self.tree(try Self.drawers(), first)
      let stage = try await Stage.show(view, width: 300, height: 300)
      let place = try await Self.use(view, stage)
      try await stage.close()
      first.save()

      let second = StateStore(in: storage)
      let again = Self.tree(try Self.drawers(), second)
      let other = try await Stage.show(again, width: 300, height: 300)
      try await Self.check(again, place)
      try await other.close()
      second.save()
      // Looking is no change.
      let third = StateStore(in: storage)
      let last = Self.tree(try Self.drawers(), third)
      let late = try await Stage.show(last, width: 300, height: 300)
      try await Self.check(last, place)
      try await late.close()
    }
  }

  /// Rows that are loaded come long after the window, and not all at once.
  func testATreeComesBackWhenItsRowsAreThere() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let view = Self.tree(try Self.drawers(), first)
      let stage = try await Stage.show(view, width: 300, height: 300)
      let place = try await Self.use(view, stage)
      try await stage.close()
      first.save()

      for isKilled in [true, false] {
        let store = StateStore(in: storage)
        let again = Self.tree(Outline(), store)
        let other = try await Stage.show(again, width: 300, height: 300)
        store.save()
        var part = try Self.drawers()
        try part.edit { editor in
          for drawer in 8...20 { try editor.remove(NodeID(rawValue: UInt64(drawer * 100))) }
        }
        again.update(part)
        await other.nextFrame()
        XCTAssertEqual(again.outline.state.opened, [300, 700])
        XCTAssertEqual(again.outline.state.selected, [704])
        if isKilled {
          // What is not there yet is not forgotten.
          try await other.close()
          store.save()
          continue
        }
        again.merge(try Self.drawers())
        try await Self.check(again, place)
        try await other.close()
      }
    }
  }

  func testWhoChoosesMeanwhileKeepsThat() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let view = Self.tree(try Self.drawers(), first)
      let stage = try await Stage.show(view, width: 300, height: 300)
      view.changeSelection { $0.select(only: 2_001) }
      try await stage.close()
      first.save()

      let second = StateStore(in: storage)
      var part = try Self.drawers()
      try part.edit { try $0.remove(2_000) }
      let again = Self.tree(part, second)
      let other = try await Stage.show(again, width: 300, height: 300)
      again.changeSelection { $0.select(only: 101) }
      again.merge(try Self.drawers())
      XCTAssertEqual(again.outline.selectedIDs, [101])
      try await other.close()
    }
  }

  func testEachDocumentHasItsOwnTree() throws {
    try onLoop {
      let storage = MemoryStorage()
      let store = StateStore(in: storage)
      let view = OutlineView(try Self.drawers()).keeping("tree", for: "a", in: store)
      let stage = try await Stage.show(view, width: 300, height: 300)
      view.change { $0.open(500) }
      view.keeping("tree", for: "b", in: store)
      view.update(try Self.drawers())
      view.change { $0.open(600) }
      try await stage.close()
      store.save()

      let second = StateStore(in: storage)
      for (name, opened) in [("a", 500), ("b", 600), ("c", nil)] as [(String, NodeID?)] {
        let again = OutlineView(try Self.drawers()).keeping("tree", for: name, in: second)
        let other = try await Stage.show(again, width: 300, height: 300)
        XCTAssertEqual(again.outline.state.opened, opened.map { [$0] } ?? [], name)
        try await other.close()
      }
    }
  }

  nonisolated private static let words = (0..<300).map { "word \($0)" }

  func testAListComesBack() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let list = TableView(Self.words).selection(.multiple).keeping("list", in: first)
      let stage = try await Stage.show(list, width: 300, height: 300)
      list.selectedIndices = [205, 7]
      list.scroll(to: 200)
      try await until("the row") { list.view.rows.isSettled }
      await stage.nextFrame()
      let place = try XCTUnwrap(list.view.scrollPlace)
      let item = list.view.outline.item(of: place.node)
      try await stage.close()
      first.save()

      // The rows come later, in another order, and others are among them.
      let second = StateStore(in: storage)
      let again = TableView([String]()).selection(.multiple).keeping("list", in: second)
      let other = try await Stage.show(again, width: 300, height: 300)
      again.update((0..<50).map { "new \($0)" } + Self.words)
      try await until("the selection") { again.selectedStrings == ["word 7", "word 205"] }
      try await until("the place") {
        guard let now = again.view.scrollPlace else { return false }
        return again.view.outline.item(of: now.node) == item && now.offset == place.offset
      }
      try await other.close()
    }
  }

  private struct Fruit: Identifiable {
    var id: String
    init(_ id: String) { self.id = id }
  }

  @MainActor
  private static func columns(_ store: StateStore) throws -> TableView<Fruit> {
    let definition = TableDefinition(columns: [
      TableColumn("word", title: "Word"),
      TableColumn("length", title: "Length", alignment: .end, width: 80),
    ])
    return try TableView(
      ["pear", "fig", "cherry"].map(Fruit.init), definition, .text("word") { $0.id },
      .text("length") { "\($0.id.count)" }.sorted { $0.id.count }
    ).sortable().resizable().keeping("words", in: store)
  }

  func testColumnsOfAListComeBack() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let list = try Self.columns(first)
      let stage = try await Stage.show(list, width: 400, height: 300)
      for _ in 0..<2 { try await stage.click("column-header", "Length") }
      try await stage.press("Right", holding: .control)
      XCTAssertEqual(list.items.map(\.id), ["cherry", "pear", "fig"])
      try await stage.close()
      first.save()

      let second = StateStore(in: storage)
      let again = try Self.columns(second)
      let other = try await Stage.show(again, width: 400, height: 300)
      XCTAssertEqual(again.items.map(\.id), ["cherry", "pear", "fig"])
      XCTAssertEqual(again.columnState?.widths, ["length": 90])
      // What is sorted no more stays so.
      again.sort(by: nil)
      try await other.close()
      second.save()

      let third = StateStore(in: storage)
      let last = try Self.columns(third)
      let late = try await Stage.show(last, width: 400, height: 300)
      XCTAssertEqual(last.items.map(\.id), ["pear", "fig", "cherry"])
      XCTAssertEqual(last.columnState?.widths, ["length": 90])
      try await late.close()
    }
  }

  func testAFilterComesBackWithItsField() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let list = TableView(Self.words).keeping("list", in: first)
      let stage = try await Stage.show(list, width: 300, height: 300)
      list.focus(row: 0)
      try await stage.type("29")
      XCTAssertEqual(list.view.outline.rowCount, 13)
      try await stage.close()
      first.save()

      let second = StateStore(in: storage)
      let again = TableView(Self.words).keeping("list", in: second)
      let other = try await Stage.show(again, width: 300, height: 300)
      XCTAssertEqual(again.view.outline.rowCount, 13)
      XCTAssertTrue(try other.find("search-box").has("“29”"), other.dump())
      try await other.click("search-box")
      try await other.press("Escape")
      try await other.close()
      second.save()

      let third = StateStore(in: storage)
      let last = TableView(Self.words).keeping("list", in: third)
      let late = try await Stage.show(last, width: 300, height: 300)
      XCTAssertEqual(last.view.outline.rowCount, 300)
      try await late.close()
    }
  }

  @MainActor
  private static func members(_ table: RecordTable, _ store: StateStore) -> RecordsView {
    RecordsView(table).accessibleLabel("Members").grouped(by: Members.active)
      .keeping("members", in: store)
  }

  func testATableOfRecordsComesBack() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let view = Self.members(try Members.table(), first)
      let stage = try await Members.show(view, height: 520)
      try await stage.click("column-header", "Rate")
      try await Members.settle(view, stage)
      view.selectedNumbers = [1, 4]
      // The first group is closed.
      view.content.setOpen(false, row: 0)
      try await Members.settle(view, stage)
      let seen = Members.seen(view)
      let arrangement = view.arrangement
      XCTAssertEqual(arrangement.order, [.init("rate")])
      try await stage.close()
      first.save()

      let second = StateStore(in: storage)
      let again = Self.members(try Members.table(), second)
      let other = try await Members.show(again, height: 520)
      XCTAssertEqual(Members.seen(again), seen)
      XCTAssertEqual(again.arrangement, arrangement)
      XCTAssertEqual(Set(again.selectedNumbers), [1, 4])
      try await other.close()
    }
  }

  /// So many are put in order on another thread.
  func testManyRecordsComeBackToTheirPlace() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let view = RecordsView(try Members.many(30_000)).keeping("members", in: first)
      let stage = try await Members.show(view)
      try await stage.click("column-header", "Rate")
      try await Members.settle(view, stage)
      view.scroll(to: 20_000)
      try await Members.settle(view, stage)
      view.selectedNumbers = [20_000]
      let place = try XCTUnwrap(view.rows.anchor.place)
      try await stage.close()
      first.save()

      let second = StateStore(in: storage)
      let again = RecordsView(RecordTable(try Members.schema())).keeping("members", in: second)
      let other = try await Members.show(again)
      try await again.merge(try Members.many(30_000))
      try await until("the place") { again.rows.anchor.place == place }
      XCTAssertEqual(again.selectedNumbers, [20_000])
      XCTAssertEqual(again.sortKeys.map(\.definition.name), ["rate"])
      try await other.close()
    }
  }

  func testWhatASettingKeepsIsLeftToIt() throws {
    try onLoop {
      struct Settings: PreferenceGroup {
        let members = Preference("members", default: RecordsArrangement())
      }
      let settings = Settings()
      let preferences = try PreferenceStore(settings, at: .memory, version: "1")
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let view = RecordsView(try Members.table()).keeping(settings.members, in: preferences)
        .keeping("members", in: first)
      let stage = try await Members.show(view)
      try await stage.click("column-header", "Rate")
      try await Members.settle(view, stage)
      try await stage.close()
      first.save()
      XCTAssertEqual(preferences[settings.members].order, [.init("rate")])
      let text = String(decoding: (try? storage.read("state.json")) ?? [], as: UTF8.self)
      XCTAssertFalse(text.contains("arrangement"), text)
    }
  }
}

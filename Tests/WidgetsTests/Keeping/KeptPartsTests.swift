import CHikidashiGTK
import HikidashiStorage
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Windows, panes, tabs, pages, fields and readers as a person left them.
final class KeptPartsTests: XCTestCase {
  /// Shows a part twice, with a store that begins anew in between.
  @MainActor
  private static func twice<Kept: Part>(
    _ make: @MainActor (StateStore) -> Kept,
    change: @MainActor (Kept, Stage) async throws -> Void,
    check: @MainActor (Kept, Stage) async throws -> Void
  ) async throws {
    let storage = MemoryStorage()
    for run in 0..<2 {
      let store = StateStore(in: storage)
      let part = make(store)
      let stage = try await Stage.show(part, width: 700)
      if run == 0 { try await change(part, stage) } else { try await check(part, stage) }
      try await stage.close()
      store.save()
    }
  }

  func testADividerComesBack() throws {
    try onLoop {
      try await Self.twice {
        SplitPane(position: 300) {
          Label("list")
        } end: {
          Label("text")
        }
        .keeping("library", in: $0)
      } change: { pane, stage in
        pane.native.map { gtk_paned_set_position($0.opaque, 220) }
        await stage.nextFrame()
      } check: { pane, _ in
        XCTAssertEqual(pane.position, 220)
      }
    }
  }

  func testWhatNobodyHasChangedIsAsTheAppHasIt() throws {
    try onLoop {
      let storage = MemoryStorage()
      for position in [300, 250] {
        let store = StateStore(in: storage)
        let pane = SplitPane(position: position) {
          Label("list")
        } end: {
          Label("text")
        }
        .keeping("library", in: store)
        let stage = try await Stage.show(pane, width: 700)
        XCTAssertEqual(pane.position, position)
        try await stage.close()
        store.save()
      }
    }
  }

  func testThePageAndTheWordsComeBack() throws {
    try onLoop {
      var heard: [String] = []
      try await Self.twice { store in
        Pages(["one": Label("1"), "two": SearchField { heard.append($0) }.keeping("s", in: store)])
          .keeping("pages", in: store)
      } change: { pages, stage in
        pages.shown = "two"
        await stage.nextFrame()
        try await stage.click("search-box")
        try await stage.type("tea")
      } check: { pages, stage in
        XCTAssertEqual(pages.shown, "two")
        XCTAssertTrue(try stage.find("search-box").has("“tea”"), stage.dump())
        XCTAssertEqual(heard.last, "tea")
      }
    }
  }

  @MainActor private static func tab(_ id: String) -> Tab { Tab(id) { Label("page \(id)") } }

  func testTheTabComesBackAlsoOneThatComesLater() throws {
    try onLoop {
      try await Self.twice { store in
        Tabs {
          Self.tab("a")
          Self.tab("b")
        }.keeping("tabs", in: store)
      } change: { tabs, stage in
        tabs.open(Self.tab("late"))
        await stage.nextFrame()
      } check: { tabs, stage in
        XCTAssertEqual(tabs.selected, "a")
        tabs.close("a")
        XCTAssertEqual(tabs.selected, "b")
        tabs.open(Self.tab("c"))
        XCTAssertEqual(tabs.selected, "c")
      }
      try await Self.twice { store in
        Tabs {
          Self.tab("a")
          Self.tab("b")
        }.keeping("tabs", in: store)
      } change: { tabs, stage in
        try await stage.click("tab", "b")
      } check: { tabs, _ in
        XCTAssertEqual(tabs.selected, "b")
      }
    }
  }

  func testATabThatIsStillToComeIsShownWhenItIsThere() throws {
    try onLoop {
      let storage = MemoryStorage()
      let first = StateStore(in: storage)
      let tabs = Tabs { Self.tab("a") }.keeping("tabs", in: first)
      let stage = try await Stage.show(tabs)
      tabs.open(Self.tab("late"))
      try await stage.close()
      first.save()

      let second = StateStore(in: storage)
      let again = Tabs { Self.tab("a") }.keeping("tabs", in: second)
      let other = try await Stage.show(again)
      second.save()
      let item = Self.tab("late")
      again.insert(item, after: nil)
      XCTAssertEqual(again.selected, "late")
      try await other.close()
    }
  }

  /// Long enough to be scrolled.
  nonisolated private static func text(_ name: String) -> String {
    (0..<2_000).map { "\(name) line \($0)\n" }.joined()
  }

  func testEachDocumentComesBackToWhereItWasRead() throws {
    try onLoop {
      let storage = MemoryStorage()
      var places: [String: Int] = [:]
      let first = StateStore(in: storage)
      let reader = TextReader()
      let stage = try await Stage.show(reader, width: 700, height: 500)
      for (name, pages) in [("one", 3), ("two", 5), ("three", 0)] {
        reader.keeping("reader", for: name, in: first)
        reader.show(Self.text(name))
        reader.focus()
        await stage.nextFrame()
        for _ in 0..<pages { try await stage.press("space") }
        await stage.nextFrame()
        places[name] = reader.top
      }
      XCTAssertGreaterThan(try XCTUnwrap(places["two"]), try XCTUnwrap(places["one"]))
      // Back in the same run.
      reader.keeping("reader", for: "one", in: first)
      reader.show(Self.text("one"))
      try await until("the place") { reader.top == places["one"] }
      try await stage.close()
      first.save()

      let second = StateStore(in: storage)
      let again = TextReader()
      let other = try await Stage.show(again, width: 700, height: 500)
      for name in ["two", "one", "three"] {
        again.keeping("reader", for: name, in: second)
        again.show(Self.text(name))
        try await until("the place in \(name)") { again.top == places[name] }
      }
      // A text that nobody has kept begins at its start.
      again.keeping("reader", for: "four", in: second)
      again.show(Self.text("four"))
      await other.nextFrame()
      XCTAssertEqual(again.top, 0)
      try await other.close()
    }
  }

  func testATextThatIsThereAtFirstComesBack() throws {
    try onLoop {
      try await Self.twice { store -> TextReader in
        let reader = TextReader()
        reader.show(Self.text("guide"))
        return reader.keeping("guide", in: store)
      } change: { reader, stage in
        reader.focus()
        try await stage.press("space")
        await stage.nextFrame()
        XCTAssertGreaterThan(reader.top, 0)
      } check: { reader, stage in
        try await until("the place") { reader.top > 0 }
      }
    }
  }

  func testAWindowsSizeComesBack() throws {
    try onLoop {
      let storage = MemoryStorage()
      for run in 0..<2 {
        let app = App(id: "org.example.Sizes\(run)", instance: .separate) {
          Window("Sizes", width: 500, height: 300) { Label("s") }
        }
        app.madeState = StateStore(in: storage)
        let stage = try await Stage.launch(app)
        let native = try XCTUnwrap(stage.window.native).cast(to: GtkWindow.self)
        @MainActor func size() -> [Int32] {
          var (width, height): (Int32, Int32) = (0, 0)
          gtk_window_get_default_size(native, &width, &height)
          return [width, height]
        }
        XCTAssertEqual(size(), run == 0 ? [500, 300] : [640, 420])
        gtk_window_set_default_size(native, 640, 420)
        await stage.nextFrame()
        await stage.nextFrame()
        app.quit()
        try await until("the window to go") { stage.window.native == nil }
        app.forgetApplication()
      }
    }
  }

  func testASizeThatNoScreenHasIsPassedOver() throws {
    try onLoop {
      let storage = MemoryStorage()
      let text = """
        {"windows": {"main": {"size": {"width": 3, "height": 99999, "isMaximized": true}}}}
        """
      try storage.write(Array(text.utf8), to: "state.json")
      let app = App(id: "org.example.NoSize", instance: .separate) {
        Window("Sizes", width: 500, height: 300) { Label("s") }
      }
      app.madeState = StateStore(in: storage)
      let stage = try await Stage.launch(app)
      let native = try XCTUnwrap(stage.window.native).cast(to: GtkWindow.self)
      XCTAssertEqual(gtk_window_is_maximized(native), 0)
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_window_get_default_size(native, &width, &height)
      XCTAssertEqual([width, height], [500, 300])
      app.forgetApplication()
    }
  }

  func testADamagedStateIsToldInTheWindow() throws {
    try onLoop {
      let storage = MemoryStorage()
      try storage.write([0x7B], to: "state.json")
      let app = App(id: "org.example.Damaged", instance: .separate) { Window("D") { Label("d") } }
      app.madeState = StateStore(in: storage)
      let stage = try await Stage.launch(app)
      try await until("the word") { stage.dump().contains("could not be read") }
      app.forgetApplication()
    }
  }

  /// A part of an app needs no store to be named.
  func testAPartFindsTheStoreOfItsApp() throws {
    try onLoop {
      let storage = MemoryStorage()
      for run in 0..<2 {
        let pages = Pages(["one": Label("1"), "two": Label("2")]).keeping("pages")
        let app = App(id: "org.example.Finds\(run)", instance: .separate) { Window("F") { pages } }
        app.madeState = StateStore(in: storage)
        _ = try await Stage.launch(app)
        XCTAssertEqual(pages.shown, run == 0 ? "one" : "two")
        pages.shown = "two"
        app.state.save()
        app.forgetApplication()
      }
    }
  }
}

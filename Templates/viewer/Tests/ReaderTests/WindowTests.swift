import Hikidashi
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import XCTest

@testable import Reader

final class WindowTests: XCTestCase {
  private static let server = ScriptedTransport { request in
    switch request.target {
    case .url(let url) where url.lastPathComponent == "library.json":
      TransferScript(text: #"[{ "title": "All about tea", "address": "tea.md" }]"#)
    case .url(let url) where url.lastPathComponent == "tea.md":
      TransferScript(text: "# Tea\n\nIn [cups](cup.txt).\n" + filling + "## Black\n\nStrong.\n")
    case .url(let url) where url.lastPathComponent == "cup.txt":
      TransferScript(text: "Of porcelain.\n")
    default: TransferScript(status: 404)
    }
  }

  private static let filling = String(repeating: "\nTea, and more of it.\n", count: 100)

  /// The app's window without its folders and without a network.
  @MainActor private static func show(
    state: any ByteStorage = MemoryStorage()
  ) async throws -> (MainWindow, Stage, StateStore) {
    let settings = Settings()
    let store = try PreferenceStore(settings, at: .memory, version: "1.0")
    try store.set(settings.library, to: "https://example.org/library.json")
    let state = StateStore(in: state)
    let main = MainWindow(
      settings, store, state: state, connector: Connector(transports: [server]))
    return (main, try await Stage.show(main.makeWindow()), state)
  }

  @MainActor private static func open(_ name: String, in main: MainWindow) async throws -> Page {
    main.open(try XCTUnwrap(URL(string: "https://example.org/\(name)")))
    return try await page(name, in: main)
  }

  @MainActor private static func page(_ name: String, in main: MainWindow) async throws -> Page {
    try await until(name) { main.page?.title == name && main.page?.viewer.window != nil }
    return try XCTUnwrap(main.page)
  }

  func testAnArticleOfTheLibraryIsRead() throws {
    try onLoop {
      let (main, stage, _) = try await Self.show()
      try await until("the library") { !stage.all("list-item").isEmpty }
      try await stage.click("list-item", count: 2)
      let page = try await Self.page("tea.md", in: main)
      XCTAssertTrue(page.viewer.reader.text.hasPrefix("Tea\n\nIn cups."))
      XCTAssertEqual(stage.window.title, "tea.md")
      try await stage.press("Tab")
      try await stage.press("Return")
      _ = try await Self.page("cup.txt", in: main)
      try await stage.close()
    }
  }

  func testWordsAreFoundOneAfterTheOther() throws {
    try onLoop {
      let (main, stage, _) = try await Self.show()
      let page = try await Self.open("tea.md", in: main)
      page.search.focus()
      try await stage.type("strong")
      XCTAssertEqual(page.found.count, 1)
      try await until("the place") { page.viewer.reader.top > 1_000 }
      XCTAssertTrue(stage.dump().contains("Strong."), stage.dump())
      page.search.text = "tea"
      XCTAssertEqual(page.found.count, 101)
      page.search.text = "coffee"
      try await until("the word for it") { stage.dump().contains("Not found") }
      try await stage.close()
    }
  }

  func testAnArticleIsOpenedWhereItWasRead() throws {
    try onLoop {
      let folder = MemoryStorage()
      for run in 1...2 {
        let (main, stage, state) = try await Self.show(state: folder)
        if run == 1 {
          let page = try await Self.open("tea.md", in: main)
          try await stage.settle()
          page.viewer.focus()
          try await stage.press("End")
        }
        let page = try await Self.page("tea.md", in: main)
        try await until("the place") { page.viewer.reader.top > 500 }
        try await stage.close()
        state.save()
      }
    }
  }

  func testWhatCannotBeOpenedIsSaid() throws {
    try onLoop {
      let (main, stage, _) = try await Self.show()
      main.open(try XCTUnwrap(URL(string: "https://example.org/coffee.md")))
      try await until("the reason") { !stage.all("button", "Try Again").isEmpty }
      XCTAssertTrue(stage.dump().contains("404"), stage.dump())
      try await stage.close()
    }
  }

  func testTheSceneIsRight() throws {
    XCTAssertGreaterThan(try onLoop { try Welcome.scene.duration }, 0)
  }
}

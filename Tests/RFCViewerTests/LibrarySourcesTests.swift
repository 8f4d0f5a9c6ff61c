import CHikidashiGTK
import Foundation
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// Where the documents of a window come from: what is offered at first, downloads, and a mirror that
/// cannot be had.
final class LibrarySourcesTests: XCTestCase {
  /// A window on a server of the test's own.
  @MainActor
  private struct Scene {
    let viewer: ViewerWindow
    let stage: Stage
    let folder: ScratchFolder
    let state: StateStore

    init(
      _ address: String, in folder: ScratchFolder? = nil,
      state: StateStore = StateStore(in: MemoryStorage()), installed: InstalledDocuments? = nil
    ) async throws {
      self.folder = try folder ?? ScratchFolder()
      self.state = state
      let library = RFCLibrary.kept(in: self.folder.url.appendingPathComponent("library").path)
      viewer = ViewerWindow(
        library, mirror: try RFCMirror(address), fetching: RFCFetchOptions(retry: .never),
        installed: { installed }, state: state)
      stage = try await ViewerTests.show(viewer, library)
      viewer.refresh()
      viewer.sources.comeBack()
      await viewer.settled()
      await viewer.sources.offer?.settled()
      await viewer.sources.news.settled()
      try await stage.settle()
    }

    var download: LibraryDownload {
      get throws { try XCTUnwrap(viewer.sources.download) }
    }

    var files: [String] {
      let path = folder.url.appendingPathComponent("library").path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasPrefix("rfc") && $0.hasSuffix(".txt") && !$0.contains("-") }
        .sorted()
    }
  }

  @MainActor
  private static func server(_ numbers: some Sequence<Int>) throws -> NginxServer {
    try XCTSkipIf(NginxServer.program == nil, "nginx is not installed")
    let numbers = Array(numbers)
    let server = try NginxServer()
    try server.put(SyncTests.index(numbers), at: "rfc-index.txt")
    for number in numbers {
      try server.put(SyncTests.document(number), at: "rfc/rfc\(number).txt")
    }
    return server
  }

  func testANewcomerIsOfferedAStarterSet() throws {
    try onLoop {
      let server = try Self.server(RFCStarterSet.numbers)
      let scene = try await Scene(server.address)
      let stage = scene.stage
      XCTAssertTrue(stage.dump().contains("Read Offline"), stage.dump())
      XCTAssertTrue(stage.dump().contains("(about 8 MB)"), stage.dump())
      XCTAssertTrue(stage.all("button", "Use Local Copies").isEmpty)
      try await stage.click("button", "Download")
      try await until("the documents") {
        scene.viewer.sources.download?.phase == .idle
          && scene.files.count == RFCStarterSet.numbers.count
      }
      try await stage.settle()
      XCTAssertFalse(stage.dump().contains("Read Offline"), stage.dump())
      XCTAssertTrue(stage.dump().contains("58 documents downloaded"), stage.dump())
      try await stage.close()
    }
  }

  func testWhatAMirrorLacksOfTheStarterSetIsTold() throws {
    try onLoop {
      let server = try Self.server(RFCStarterSet.numbers.prefix(10))
      let folder = try ScratchFolder()
      let scene = try await Scene(server.address, in: folder)
      let stage = scene.stage
      try await stage.click("button", "Download")
      let told = "10 of 58 downloaded; 48 are not on this server"
      try await until("what came") { stage.dump().contains(told) }
      XCTAssertEqual(scene.files.count, 10)
      try await stage.settle()
      // What did not come is still offered.
      XCTAssertTrue(stage.dump().contains("Read Offline"), stage.dump())
      try await stage.click("button", "Details")
      let details = try await stage.dialog("Some RFCs weren’t downloaded")
      XCTAssertTrue(details.dump().contains("9000–9002, 9110–9114"), details.dump())
      for number in RFCStarterSet.numbers {
        try server.put(SyncTests.document(number), at: "rfc/rfc\(number).txt")
      }
      try await details.click("button", "Try Again")
      try await until("the rest") { stage.dump().contains("48 documents downloaded") }
      try await stage.settle()
      XCTAssertFalse(stage.dump().contains("Read Offline"), stage.dump())
      try await stage.close()
    }
  }

  func testAPartOfTheStarterSetIsOfferedAtTheNextStart() throws {
    try onLoop {
      let server = try Self.server(RFCStarterSet.numbers.prefix(10))
      let folder = try ScratchFolder()
      let first = try await Scene(server.address, in: folder)
      try await first.stage.click("button", "Download")
      try await until("what came") { first.stage.dump().contains("10 of 58 downloaded") }
      try await first.stage.close()
      let second = try await Scene(server.address, in: folder, state: first.state)
      XCTAssertTrue(second.stage.dump().contains("Read Offline"), second.stage.dump())
      try await second.stage.close()
    }
  }

  @MainActor
  func testADownloadSaysWhatDidNotComeAndWhy() {
    var status = RFCSyncStatus()
    (status.total, status.new, status.missing, status.failed) = (7, 1, 3, 3)
    status.missingNumbers = [5, 3, 4]
    let late = RFCSyncError.reported("late")
    status.failures = [
      RFCSyncFailure(number: 8, error: late), RFCSyncFailure(number: 7, error: late),
      RFCSyncFailure(number: 1, error: .reported("cut")),
    ]
    let report = DownloadReport(.all, status)
    XCTAssertEqual(report.summary, "1 of 7 downloaded; 3 are not on this server; 3 failed")
    XCTAssertEqual(
      report.details, "Not on this server: RFC 3–5.\nRFC 7–8: late\nRFC 1: cut")
  }

  func testWhoWantsNothingIsNotAskedAgain() throws {
    try onLoop {
      let server = try Self.server(1...2)
      let folder = try ScratchFolder()
      let first = try await Scene(server.address, in: folder)
      try await first.stage.click("button", "Not Now")
      try await first.stage.settle()
      XCTAssertFalse(first.stage.dump().contains("Read Offline"), first.stage.dump())
      try await first.stage.close()
      let second = try await Scene(server.address, in: folder, state: first.state)
      XCTAssertFalse(second.stage.dump().contains("Read Offline"), second.stage.dump())
      XCTAssertEqual(second.files, [])
      try await second.stage.close()
    }
  }

  func testWhatASystemHasIsTakenWithoutANetwork() throws {
    let system = try ScratchFolder()
    for number in 1...2 {
      try SyncTests.document(number).write(
        to: system.url.appendingPathComponent("rfc\(number).txt"))
    }
    // Not what its name says.
    try SyncTests.document(1).write(to: system.url.appendingPathComponent("rfc3.txt"))
    let installed = try XCTUnwrap(InstalledDocuments(in: system.url.path))
    try onLoop {
      let server = try Self.server(1...3)
      let scene = try await Scene(server.address, installed: installed)
      let dump = scene.stage.dump()
      XCTAssertTrue(dump.contains("3 are already on this computer"), dump)
      try await scene.stage.click("button", "Use Local Copies")
      try await until("the documents") { scene.viewer.sources.download?.phase == .idle }
      XCTAssertEqual(scene.files, ["rfc1.txt", "rfc2.txt", "rfc3.txt"])
      // What is not what its name says is asked for.
      XCTAssertEqual(server.log.count { $0.contains("/rfc/rfc") }, 1)
      try await scene.stage.close()
    }
  }

  func testADownloadIsPausedAndGoesOnAtTheNextStart() throws {
    try onLoop {
      let server = try Self.server(1...60)
      let folder = try ScratchFolder()
      let first = try await Scene(server.address, in: folder)
      let download = try first.download
      download.start(.all)
      download.pause()
      try await until("the pause") { download.phase == .paused }
      try await first.stage.settle()
      XCTAssertTrue(first.stage.dump().contains("Download paused"), first.stage.dump())
      XCTAssertFalse(first.stage.all("button", "Resume Download").isEmpty)
      try await first.stage.close()

      let second = try await Scene(server.address, in: folder, state: first.state)
      XCTAssertEqual(try second.download.phase, .paused)
      XCTAssertTrue(second.stage.dump().contains("Download paused"), second.stage.dump())
      try await second.stage.click("button", "Resume Download")
      try await until("the end") { second.viewer.sources.download?.phase == .idle }
      XCTAssertEqual(second.files.count, 60)
      XCTAssertNil(try second.download.wish)
      try await second.stage.close()
    }
  }

  func testADownloadIsEndedAndNotBegunAgain() throws {
    try onLoop {
      let server = try Self.server(1...60)
      let folder = try ScratchFolder()
      let first = try await Scene(server.address, in: folder)
      let download = try first.download
      download.start(.all)
      download.pause()
      try await until("the pause") { download.phase == .paused }
      try await first.stage.settle()
      try await first.stage.click("button", "Cancel Download")
      await download.settled()
      XCTAssertEqual(download.phase, .idle)
      try await first.stage.settle()
      XCTAssertFalse(first.stage.dump().contains("Download paused"), first.stage.dump())
      try await first.stage.close()
      let second = try await Scene(server.address, in: folder, state: first.state)
      XCTAssertEqual(try second.download.phase, .idle)
      try await second.stage.close()
    }
  }

  func testWithoutANetworkADownloadWaitsForOne() throws {
    let mirror = try FaultyMirror()
    try onLoop {
      // A port that nothing listens on.
      let scene = try await Scene("http://127.0.0.1:9/")
      XCTAssertTrue(scene.stage.dump().contains("Working offline"), scene.stage.dump())
      XCTAssertTrue(scene.stage.all("alert").isEmpty, scene.stage.dump())
      let download = try scene.download
      download.start(.all)
      try await until("the wait") { download.phase == .waiting }
      try await scene.stage.settle()
      XCTAssertTrue(scene.stage.dump().contains("Resumes when you’re online"), scene.stage.dump())
      XCTAssertEqual(scene.stage.all("label", "Working offline").count, 1)
      try await scene.stage.close()
    }
    withExtendedLifetime(mirror) {}
  }

  func testAMirrorThatIsBackIsTriedBySomebodyAndByItself() throws {
    let mirror = try FaultyMirror()
    for isByItself in [false, true] {
      try onLoop {
        let broken = try XCTUnwrap(SyncFault.all.first { $0.ending(of: .index) == .refused })
        mirror.set(broken, .index)
        let folder = try ScratchFolder()
        let link = MirrorLink(
          try RFCMirror(mirror.address), directory: folder.url.path,
          fetching: RFCFetchOptions(retry: .never),
          firstPause: isByItself ? .milliseconds(20) : .seconds(3_600))
        var backs = 0
        var lists: [RFCFile] = []
        link.onBack.append { backs += 1 }
        link.onNew.append { lists.append($0) }
        link.refresh()
        await link.settled()
        XCTAssertNotNil(link.trouble)
        XCTAssertEqual(backs, 0)
        mirror.set(nil, .index)
        if !isByItself { link.tryNow() }
        try await until("the mirror") { link.trouble == nil && lists.contains(.feed) }
        XCTAssertEqual(backs, 1)
        XCTAssertEqual(lists, [.index, .feed])
      }
    }
  }

  func testAMirrorIsTriedOnceTheNetworkChanges() throws {
    let mirror = try FaultyMirror()
    try onLoop {
      mirror.set(SyncFault.all.first { $0.ending(of: .index) == .refused }, .index)
      let folder = try ScratchFolder()
      let link = MirrorLink(
        try RFCMirror(mirror.address), directory: folder.url.path,
        fetching: RFCFetchOptions(retry: .never), firstPause: .seconds(3_600))
      link.refresh()
      await link.settled()
      XCTAssertNotNil(link.trouble)
      mirror.set(nil, .index)
      Self.changeNetwork()
      try await until("the mirror") { link.trouble == nil }
      await link.settled()
    }
  }

  /// As the desktop does when a radio has found its network.
  @MainActor
  private static func changeNetwork() {
    guard let monitor = g_network_monitor_get_default() else { return }
    let type = g_network_monitor_get_type()
    var values = [GValue(), GValue()]
    g_value_init(&values[0], type)
    g_value_set_object(&values[0], UnsafeMutableRawPointer(monitor))
    // That of truth values, whose name in C is a macro.
    g_value_init(&values[1], GType(5 << 2))
    g_value_set_boolean(&values[1], 1)
    var result = GValue()
    g_signal_emitv(&values, g_signal_lookup("network-changed", type), 0, &result)
    for place in values.indices { g_value_unset(&values[place]) }
  }

  func testAnotherLibraryIsOpenedInTheWindow() throws {
    try inOwnProcess { try openAnother() }
  }

  private func openAnother() throws {
    let folder = try ScratchFolder()
    try SyncTests.index(1...2).write(to: folder.url.appendingPathComponent("rfc-index.txt"))
    try onLoop {
      let (settings, store) = try ViewerPreferences.inMemory()
      try store.set(settings.network.folder, to: folder.url.path)
      let library = RFCLibrary.kept(in: folder.url.path)
      let viewer = ViewerWindow(library, preferences: (settings, store))
      let (app, stage) = try await ViewerTests.launch(viewer, library)
      let action = try XCTUnwrap(viewer.sources.actions.first { $0.name == "open-library" })
      action.run()
      let choice = try await stage.dialog("Open another library")
      XCTAssertFalse(choice.all("button", "Folder…").isEmpty, choice.dump())
      try await choice.click("button", "Mirror…")
      let prompt = try await stage.dialog("Open a mirror")
      try await prompt.press("a", holding: .control)
      try await prompt.type("ftp://example.org")
      try await prompt.press("Return")
      try await prompt.settle()
      XCTAssertTrue(prompt.dump().contains("Must be an address such as"), prompt.dump())
      XCTAssertEqual(store[settings.network.folder], folder.url.path)
      try await prompt.press("a", holding: .control)
      try await prompt.type("https://mirror.example.org/")
      try await prompt.press("Return")
      // It starts anew with it.
      try await until("the end") { stage.window.native == nil }
      XCTAssertEqual(store[settings.network.mirror], "https://mirror.example.org/")
      XCTAssertEqual(store[settings.network.folder], "")
      withExtendedLifetime(app) {}
    }
  }

  func testWhatOneWindowAsksForComesToAll() throws {
    try onLoop {
      let server = try Self.server(1...2)
      let folder = try ScratchFolder()
      let app = ViewerApp.makeApp(
        RFCLibrary.kept(in: folder.url.path), mirror: try RFCMirror(server.address), open: nil,
        state: StateStore(in: MemoryStorage()))
      let stage = try await Stage.launch(app)
      await app.ready()
      try await until("the list") { stage.dump().contains("“1960s (2)”") }
      try await stage.press("n", holding: .control)
      try await until("another window") { app.windows.count == 2 }
      let other = Stage(try XCTUnwrap(app.windows.first { $0 !== stage.window }))
      try await other.settle()
      try server.put(SyncTests.index(1...3), at: "rfc-index.txt")
      try await stage.settle()
      try await stage.press("F5")
      for shown in [stage, other] {
        try await until("the newest") { shown.dump().contains("“1960s (3)”") }
      }
      await app.ready()
      XCTAssertEqual(server.log.count { $0.contains("/rfc-index.txt") }, 2, "\(server.log)")
      app.quit()
      try await until("the end") { other.window.native == nil && stage.window.native == nil }
    }
  }

  func testADocumentIsShownOnceItsMirrorIsBack() throws {
    try onLoop {
      let server = try Self.server(1...3)
      let scene = try await Scene(server.address)
      try FileManager.default.removeItem(atPath: server.content.path + "/rfc-index.txt")
      scene.viewer.refresh()
      await scene.viewer.settled()
      try await until("the sign") { scene.stage.dump().contains("Working offline") }
      try FileManager.default.removeItem(atPath: server.content.path + "/rfc/rfc2.txt")
      scene.viewer.reading.open(2)
      await scene.viewer.settled()
      try await scene.stage.settle()
      XCTAssertTrue(scene.stage.dump().contains("RFC 2 couldn’t be downloaded"), scene.stage.dump())
      try server.put(SyncTests.document(2), at: "rfc/rfc2.txt")
      try server.put(SyncTests.index(1...3), at: "rfc-index.txt")
      try await scene.stage.click("button", "Try Now")
      try await until("the document") { scene.viewer.pane.reader.text.contains("RFC 2 has") }
      try await scene.stage.settle()
      XCTAssertFalse(scene.stage.dump().contains("Working offline"), scene.stage.dump())
      try await scene.stage.close()
    }
  }

  func testAllIsDownloadedOnceItIsKnownWhatItCosts() throws {
    try onLoop {
      let server = try Self.server(1...12)
      let folder = try ScratchFolder()
      let library = RFCLibrary.kept(in: folder.url.path)
      let viewer = ViewerWindow(library, mirror: try RFCMirror(server.address))
      let (app, stage) = try await ViewerTests.launch(viewer, library)
      viewer.refresh()
      await viewer.settled()
      try await stage.click("button", "Main Menu")
      try await until("the menu") { !stage.all("menu-item").isEmpty }
      for key in ["Down", "Down", "Down", "Return"] { try await stage.press(key) }
      let dialog = try await stage.dialog("Download all RFCs?")
      XCTAssertTrue(
        dialog.dump().contains("12 documents are not here yet, about 684 kB."), dialog.dump())
      try await dialog.press("Return")
      try await until("the documents") {
        viewer.sources.download?.phase == .idle && library.hasDocument(12)
          && library.hasDocument(1)
      }
      app.quit()
    }
  }
}

import Foundation
import HikidashiLoading
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// One window on a mirror that is wrong in every way that was thought of: it says so, shows and keeps
/// nothing wrong, and goes on once the mirror is right.
final class ViewerFaultTests: XCTestCase {
  func testNoFaultHarmsAWindow() throws {
    let mirror = try FaultyMirror()
    let folder = try ScratchFolder()
    for (name, bytes) in mirror.contents where name != "rfc1.txt" {
      try Data(bytes).write(to: folder.url.appendingPathComponent(name))
    }
    try onLoop {
      let path = folder.url.path
      let library = RFCLibrary.kept(in: path)
      for isSlow in [false, true] {
        // Little patience for what is slow, and none for a second attempt.
        let fetching = RFCFetchOptions(
          timeouts: isSlow
            ? LoadTimeouts(idle: .milliseconds(200), total: .milliseconds(400)) : LoadTimeouts(),
          retry: .never)
        let viewer = ViewerWindow(
          library, mirror: try RFCMirror(mirror.address), fetching: fetching)
        let window = viewer.makeWindow()
        window.keep(viewer)
        window.presentAlone()
        viewer.reading.show(IndexLoad(library))
        await viewer.settled()
        let looks = Looks(
          viewer: viewer, stage: Stage(window), mirror: mirror, folder: path, isPatient: !isSlow)
        for (place, fault) in SyncFault.all.enumerated() where fault.isSlow == isSlow {
          if place.isMultiple(of: 2) {
            try await looks.openDocument(fault)
          } else {
            try await looks.refreshIndex(fault)
          }
        }
        try await looks.stage.close()
      }
    }
  }

  @MainActor
  private struct Looks {
    let viewer: ViewerWindow
    let stage: Stage
    let mirror: FaultyMirror
    let folder: String
    /// Whether it waits for a mirror that is right, however busy the machine is.
    let isPatient: Bool

    private func kept(_ name: String) -> [UInt8]? {
      FileManager.default.contents(atPath: folder + "/" + name).map(Array.init)
    }

    /// Opens a document that is not here, from a mirror that sends it wrongly and from one that is right.
    func openDocument(_ fault: SyncFault) async throws {
      let whole = try XCTUnwrap(mirror.contents["rfc1.txt"])
      let text = String(decoding: whole, as: UTF8.self)
      mirror.set(fault, .documents)
      viewer.reading.open(1)
      await viewer.settled()
      let isShown = (viewer.pane.shownText ?? "") == text
      switch fault.ending(of: .documents) {
      case .whole: XCTAssertTrue(isShown, fault.name)
      case .refused, .missing, .notModified:
        XCTAssertNil(kept("rfc1.txt"), fault.name)
        // The page in place of the document says why, and no longer that it is being fetched.
        XCTAssertNoThrow(try stage.find("label", "RFC 1: Title of 1"), fault.name)
        XCTAssertFalse(stage.dump().contains("Fetching"), fault.name)
      case .either: XCTAssertEqual(kept("rfc1.txt"), isShown ? whole : nil, fault.name)
      // Nobody can tell, where there is none to compare with.
      case .untold: try? FileManager.default.removeItem(atPath: folder + "/rfc1.txt")
      }
      mirror.set(nil, .documents)
      viewer.reading.open(2)
      await viewer.reading.settled()
      guard isPatient else { return }
      // A connection on which too much came may still be used once.
      for _ in 0..<3 where (viewer.pane.shownText ?? "") != text {
        viewer.reading.open(1)
        await viewer.reading.settled()
      }
      XCTAssertEqual((viewer.pane.shownText ?? ""), text, fault.name)
      XCTAssertEqual(kept("rfc1.txt"), whole, fault.name)
      try FileManager.default.removeItem(atPath: folder + "/rfc1.txt")
      viewer.reading.open(2)
      await viewer.reading.settled()
    }

    /// Looks for a newer index, at a mirror that sends it wrongly and at one that is right.
    func refreshIndex(_ fault: SyncFault) async throws {
      let whole = mirror.contents["rfc-index.txt"]
      mirror.set(fault, .index)
      viewer.refresh()
      await viewer.settled()
      switch fault.ending(of: .index) {
      case .whole, .notModified, .either: break
      case .refused, .missing, .untold:
        try await until("the banner about \(fault.name)") {
          stage.dump().contains("Working offline")
        }
      }
      XCTAssertEqual(kept("rfc-index.txt"), whole, fault.name)
      mirror.set(nil, .index)
      guard isPatient else { return }
      for _ in 0..<3 {
        viewer.refresh()
        await viewer.reading.settled()
        try await stage.settle()
        if !stage.dump().contains("Working offline") { break }
      }
      try await until("the banner about \(fault.name) to go") {
        !stage.dump().contains("Working offline")
      }
      XCTAssertEqual(kept("rfc-index.txt"), whole, fault.name)
    }
  }
}

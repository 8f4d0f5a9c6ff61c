import Foundation
import Hikidashi
import HikidashiFeeds
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import Feeds

/// A feed from a file is read, and what was read comes back as read.
final class FeedsTests: XCTestCase {
  func testAFeedIsReadMarkedAndComesBackRead() throws {
    try onLoop {
      let folder = try ScratchFolder()
      let path = "\(folder.url.path)/feed.json"
      try Data(Self.feed.utf8).write(to: URL(fileURLWithPath: path))
      let address = "file://\(path)"
      let settings = Settings()
      let store = try PreferenceStore(
        settings, at: .memory, version: "1.0", options: PreferenceOptions(autosave: nil))
      let storage = MemoryStorage()
      for run in 1...2 {
        let state = StateStore(in: storage)
        let feeds = FeedsWindow(settings, store, state: state)
        let window = feeds.window()
        window.presentAlone()
        let stage = Stage(window)
        if run == 1 { feeds.load(address) }  // later it comes back by itself
        try await until("the entries") { feeds.entries.count == 2 }
        try await until("the rows") { stage.dump().contains("● Second") }
        XCTAssertEqual(stage.dump().contains("● First"), run == 1, stage.dump())
        if run == 1 {
          XCTAssertTrue(feeds.entries.focus(row: 0))
          try await stage.press("space")
          try await until("the text") { feeds.reader.text == "One & only" }
          try await until("the mark") { !stage.dump().contains("● First") }
        }
        XCTAssertEqual(feeds.read.value, ["1"])
        try await stage.close()
        state.save()
      }
    }
  }

  private static let feed = """
    { "version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [
      { "id": "1", "title": "First", "content_html": "<p>One &amp; only</p>" },
      { "id": "2", "title": "Second", "content_text": "Two" } ] }
    """
}

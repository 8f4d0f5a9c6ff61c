import CHikidashiGTK
import FoundationEssentials
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Pictures in the slots of a cell.
final class CellPictureTests: XCTestCase {
  private struct Post: Identifiable {
    var id: Int
    var name: String
  }

  @MainActor
  private static func shows(_ table: TableView<Post>, _ row: Int) -> Bool {
    guard let picture = table.view.rows.cell(at: row)?.widget("portrait") else { return false }
    return gtk_picture_get_paintable(picture.opaque) != nil
  }

  func testAPictureComesByItsAddressAndGoesWithItsRow() throws {
    try onLoop {
      let transport = ScriptedTransport { _ in
        let pixels = (0..<32 * 32).flatMap { _ in [200, 40, 40, 255] as [UInt8] }
        return TransferScript(body: Picture(width: 32, height: 32, pixels: pixels)?.encoded ?? [])
      }
      let store = PictureStore(Connector(transports: [transport]))
      let cell = try CellDefinition<Post>(
        .row(.picture("portrait", size: 32), .text("name")),
        .picture("portrait", from: store) { post in
          post.id == 2 ? nil : URL(string: "https://example.org/\(post.name).png")
        },
        .text("name") { $0.name })
      let posts = [(1, "Ada"), (2, "Bob"), (3, "Ada")].map { Post(id: $0.0, name: $0.1) }
      let table = TableView(posts, cell: cell)
      let stage = try await Stage.show(table)
      try await until("the pictures") { Self.shows(table, 0) && Self.shows(table, 2) }
      XCTAssertFalse(Self.shows(table, 1))
      // The same address is loaded once.
      XCTAssertEqual(transport.transfers.count, 1)
      table.update([posts[1]])
      try await stage.settle()
      XCTAssertFalse(Self.shows(table, 0))
      try await stage.close()
    }
  }

  /// Rows that are shown again as they were wait for the picture that is on its way.
  func testAPictureIsAskedForOnceHoweverOftenItsRowIsShown() throws {
    try onLoop {
      let transport = ScriptedTransport()
      let store = PictureStore(Connector(transports: [transport]))
      let cell = try CellDefinition<Post>(
        .row(.picture("portrait"), .text("name")),
        .picture("portrait", from: store) { URL(string: "https://example.org/\($0.id).png") },
        .text("name") { $0.name })
      let posts = [Post(id: 1, name: "Ada"), Post(id: 2, name: "Bob")]
      let table = TableView(posts, cell: cell)
      let stage = try await Stage.show(table)
      for number in 0..<3 {
        table.merge(posts + [Post(id: 3, name: "\(number)")])
        try await stage.settle()
      }
      XCTAssertEqual(store.pendingCount, 3)
      XCTAssertEqual(transport.transfers.count, 3)
      try await stage.close()
    }
  }

  func testNobodyWaitsForThePictureOfARowThatIsGone() throws {
    try onLoop {
      // Every transfer waits for the test.
      let store = PictureStore(Connector(transports: [ScriptedTransport()]))
      let cell = try CellDefinition<Post>(
        .row(.picture("portrait"), .text("name")),
        .picture("portrait", from: store) { URL(string: "https://example.org/\($0.id).png") },
        .text("name") { $0.name })
      let table = TableView([Post(id: 1, name: "Ada"), Post(id: 2, name: "Bob")], cell: cell)
      let stage = try await Stage.show(table)
      XCTAssertEqual(store.pendingCount, 2)
      table.update([])
      try await until("the loads to be cancelled") { store.pendingCount == 0 }
      try await stage.close()
      XCTAssertEqual(store.pendingCount, 0)
    }
  }
}

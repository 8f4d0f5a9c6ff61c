import CHikidashiGTK
import FoundationEssentials
import HikidashiBase
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class PictureStoreTests: XCTestCase {
  /// A PNG of one colour.
  private static func png(width: Int, height: Int) -> [UInt8] {
    let pixels = (0..<width * height).flatMap { _ in [200, 40, 40, 255] as [UInt8] }
    return Picture(width: width, height: height, pixels: pixels)?.encoded ?? []
  }

  private static func url(_ name: String) -> URL {
    URL(string: "https://example.org/\(name)") ?? URL(fileURLWithPath: "/")
  }

  private static func script(_ request: LoadRequest) -> TransferScript {
    if "\(request.target)".contains("missing") { return TransferScript(status: 404) }
    if "\(request.target)".contains("text") { return TransferScript(text: "no picture") }
    return TransferScript(body: png(width: 100, height: 50))
  }

  func testAPictureIsLoadedOnceForAllThatShowIt() throws {
    try onLoop {
      let transport = ScriptedTransport { PictureStoreTests.script($0) }
      let store = PictureStore(Connector(transports: [transport]))
      let boxes = (0..<5).map { _ in PictureBox(store, width: 40, height: 40, label: "Ada") }
      let stage = try await Stage.show(Stack(.horizontal, boxes))
      for box in boxes { box.url = PictureStoreTests.url("ada.png") }
      XCTAssertEqual(boxes.map(\.state), Array(repeating: .loading, count: 5))
      XCTAssertEqual(store.pendingCount, 1)
      try await until("the pictures") { boxes.allSatisfy { $0.state == .shown } }
      XCTAssertEqual(transport.transfers.count, 1)
      // It was made as small as it is shown.
      XCTAssertEqual(store.byteCount, 40 * 20 * 4)
      let late = PictureBox(store, width: 40, height: 40)
      late.url = PictureStoreTests.url("ada.png")
      XCTAssertEqual(late.state, .shown)
      late.url = nil
      XCTAssertEqual(late.state, .empty)
      try await stage.close()
    }
  }

  func testTheLastOneWhoWaitsNoMoreCancelsTheLoad() throws {
    try onLoop {
      // Every transfer waits for the test.
      let transport = ScriptedTransport()
      let store = PictureStore(Connector(transports: [transport]))
      let boxes = (0..<2).map { _ in PictureBox(store, width: 40, height: 40) }
      let stage = try await Stage.show(Stack(.horizontal, boxes))
      for box in boxes { box.url = PictureStoreTests.url("slow.png") }
      boxes[0].url = nil
      XCTAssertEqual(store.pendingCount, 1)
      boxes[1].url = PictureStoreTests.url("other.png")
      XCTAssertEqual(store.pendingCount, 1)
      // A box that dies waits no more.
      try await stage.close()
      XCTAssertEqual(store.pendingCount, 0)
    }
  }

  func testWhatIsNoPictureLeavesThePlaceholder() throws {
    try onLoop {
      var options = LoadOptions()
      options.retry = .never
      let transport = ScriptedTransport { PictureStoreTests.script($0) }
      let store = PictureStore(Connector(transports: [transport]), options: options)
      let boxes = (0..<2).map { _ in PictureBox(store, width: 40, height: 40) }
      var ends: [PictureBox.State] = []
      for box in boxes { box.onEnd = { ends.append($0) } }
      let stage = try await Stage.show(Stack(.horizontal, boxes))
      boxes[0].url = PictureStoreTests.url("missing.png")
      boxes[1].url = PictureStoreTests.url("text.png")
      try await until("the ends") { ends == [.failed, .failed] }
      XCTAssertEqual(store.byteCount, 0)
      try await stage.close()
    }
  }

  func testTheCacheKeepsWhatWasUsedLastWithinItsLimit() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SeededGenerator(seed: seed)
    var cache = ByteLimitedCache<Int, Int>(limit: 1_000)
    // The model: keys by their last use, the oldest first.
    var model: [(key: Int, bytes: Int)] = []
    for step in 0..<5_000 {
      let key = Int.random(in: 0..<40, using: &random)
      let context = "seed \(seed), step \(step)"
      if Bool.random(using: &random) {
        let found = cache.value(for: key)
        let index = model.firstIndex { $0.key == key }
        XCTAssertEqual(found, index == nil ? nil : key, context)
        if let index { model.append(model.remove(at: index)) }
      } else {
        let bytes = Int.random(in: 0...(step % 100 == 0 ? 2_000 : 300), using: &random)
        cache.insert(key, bytes: bytes, for: key)
        model.removeAll { $0.key == key }
        guard bytes <= 1_000 else { continue }
        if model.reduce(0, { $0 + $1.bytes }) + bytes > 1_000 {
          while model.reduce(0, { $0 + $1.bytes }) > min(500, 1_000 - bytes) { model.removeFirst() }
        }
        model.append((key, bytes))
      }
      XCTAssertEqual(cache.byteCount, model.reduce(0) { $0 + $1.bytes }, context)
      XCTAssertEqual(cache.count, model.count, context)
      XCTAssertLessThanOrEqual(cache.byteCount, 1_000, context)
    }
  }

  func testBytesThatAreNoPictureMakeNone() {
    let png = PictureStoreTests.png(width: 30, height: 30)
    XCTAssertNil(PictureBytes.texture(of: [], fitting: Size(10, 10)))
    XCTAssertNil(PictureBytes.texture(of: Array(png.prefix(40)), fitting: Size(10, 10)))
    XCTAssertNil(PictureBytes.texture(of: Array("<svg".utf8), fitting: Size(10, 10)))
    // A header that claims to be larger than any wall.
    var huge = png
    for place in 16..<24 { huge[place] = 0x0F }
    XCTAssertNil(PictureBytes.texture(of: huge, fitting: Size(10, 10)))
    let texture = PictureBytes.texture(of: png, fitting: Size(10, 20))
    XCTAssertEqual(texture.map { gdk_texture_get_width($0) }, 10)
    XCTAssertEqual(texture.map { gdk_texture_get_height($0) }, 10)
    if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
  }
}

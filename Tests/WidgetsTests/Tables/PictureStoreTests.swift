import CHikidashiGTK
import FoundationEssentials
import HikidashiBase
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import TestSupport
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
    return TransferScript(
      headers: ["Content-Type": "image/png"], body: png(width: 100, height: 50))
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

  func testOnlyPicturesAreLoaded() throws {
    try onLoop {
      let png = PictureStoreTests.png(width: 20, height: 10)
      func script(_ type: String, _ body: [UInt8]) -> TransferScript {
        TransferScript(headers: type.isEmpty ? [:] : ["Content-Type": type], body: body)
      }
      let film = [UInt8](repeating: 7, count: 1 << 20)
      let answers: [String: (TransferScript, PictureBox.State)] = [
        "a.png": (script("image/png; charset=x", png), .shown),
        "b": (script("", png), .shown),
        "c": (script("application/octet-stream", png), .shown),
        "d.mp3": (script("audio/mpeg", film), .failed),
        "e.png": (script("video/mp4", film), .failed),
        "f.png": (script("text/html", Array("<html>".utf8)), .failed),
        "g.pdf": (script("application/pdf", film), .failed),
        "h.png": (script("", film), .failed),
        "i.png": (script("application/octet-stream", film), .failed),
        "j.png": (script("image/png", film), .failed),
        // It says that it is one, and is larger than any may be.
        "k.png": (script("image/png", [UInt8](repeating: 1, count: 3 << 20)), .failed),
      ]
      let transport = ScriptedTransport { request in
        answers.first { "\(request.target)".hasSuffix("/" + $0.key) }?.value.0
          ?? TransferScript(status: 404)
      }
      let store = PictureStore(
        Connector(transports: [transport]), limits: PictureLimits(bytes: 2 << 20))
      let boxes = answers.keys.sorted().map { ($0, PictureBox(store, width: 40, height: 40)) }
      let stage = try await Stage.show(Stack(.horizontal, boxes.map(\.1)))
      for (name, box) in boxes { box.url = PictureStoreTests.url(name) }
      try await until("all") { boxes.allSatisfy { [.shown, .failed].contains($0.1.state) } }
      for (name, box) in boxes { XCTAssertEqual(box.state, answers[name]?.1, name) }
      try await stage.close()
    }
  }

  func testWhatHasFailedIsAskedForThreeTimesInAnHour() throws {
    try onLoop {
      let transport = ScriptedTransport { _ in TransferScript(status: 503) }
      let store = PictureStore(Connector(transports: [transport]))
      let start = ContinuousClock.now
      var minute = 0
      store.now = { start + .seconds(60 * minute) }
      let box = PictureBox(store, width: 40, height: 40)
      let stage = try await Stage.show(Stack(.horizontal, [box]))
      var asked: [Int] = []
      // A list binds its rows again each minute.
      for now in 0..<120 {
        minute = now
        let before = transport.transfers.count
        box.url = nil
        box.url = PictureStoreTests.url("missing.png")
        try await until("the end") { box.state == .failed }
        if transport.transfers.count > before { asked.append(now) }
      }
      XCTAssertEqual(asked, [0, 2, 22])
      try await stage.close()
    }
  }

  func testPicturesAreBoundedByTheirPixels() {
    // 11,585 pixels square in 16 kB would take 537 MB.
    var huge = PictureStoreTests.png(width: 30, height: 30)
    for place in [18, 22] { (huge[place], huge[place + 1]) = (0x2D, 0x41) }
    XCTAssertNil(PictureBytes.texture(of: huge, fitting: Size(88, 88)))
    let small = PictureLimits(bytes: 1 << 20, pixels: 400)
    let png = PictureStoreTests.png(width: 30, height: 30)
    XCTAssertNil(PictureBytes.texture(of: png, fitting: Size(10, 10), small))
    XCTAssertNil(PictureBytes.texture(of: png, fitting: Size(10, 10), PictureLimits(bytes: 10)))
  }

  func testOfAFilmOfPicturesTheFirstIsRead() {
    // A GIF of one pixel, then many more of it.
    let head: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let control: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
    let film = head + (0..<50_000).flatMap { _ in control + frame } + [0x3B]
    XCTAssertEqual(PictureBytes.firstFrame(of: film), head + control + frame + [0x3B])
    let texture = PictureBytes.texture(of: film, fitting: Size(10, 10))
    XCTAssertNotNil(texture)
    if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
    for count in 0..<40 { _ = PictureBytes.firstFrame(of: Array(film.prefix(count))) }
  }

  func testAFileThatIsNoneIsNotWaitedFor() throws {
    let folder = try ScratchFolder()
    let pipe = folder.url.path + "/pipe.png"
    XCTAssertEqual(mkfifo(pipe, 0o600), 0)
    for path in [pipe, "/dev/zero", folder.url.path, folder.url.path + "/none.png"] {
      XCTAssertFalse(Picture(file: path).isReadable, path)
    }
    let path = folder.url.path + "/a.png"
    try Data(PictureStoreTests.png(width: 3, height: 3)).write(to: URL(filePath: path))
    XCTAssertTrue(Picture(file: path).isReadable)
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

import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiMotion
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiScenes
@testable import HikidashiWidgets

/// Pictures of scenes, made without a screen.
final class SceneExporterTests: XCTestCase {
  /// What moves in the plane, in space, and by effects.
  @MainActor static func showcase() throws -> HikidashiMotion.Scene {
    try HikidashiMotion.Scene(size: Size(240, 160)) {
      Element(.text("Plane", font: Font(size: 24, isBold: true)), id: "plane")
        .move(from: Point(50, 30), to: Point(190, 30), over: 2, curve: .easeInOut)
        .rotate(from: 0, to: 360, over: 2)
      Element(.text("Space", font: Font(size: 32, isBold: true)), id: "space")
        .place(Point(120, 80)).set(.perspective, 200).set(.color, Color(0.1, 0.4, 0.8))
        .animate(.rotationY, from: -80, to: 80, Timing(2))
      Element(.text("Effects", font: Font(size: 24, isBold: true)), id: "effects")
        .place(Point(70, 130))
        .animate(.blur, from: 4, to: 0, Timing(1))
        .animate(.tint, from: .clear, to: Color(1, 0, 0), Timing(1, delay: 1))
      Element(.text("Wiped", font: Font(size: 24, isBold: true)), id: "wiped")
        .place(Point(185, 130)).animate(.wipe, from: 0, to: 1, Timing(2))
        .set(.shadow, Shadow(Color(0, 0, 0, 0.5), radius: 3, offset: Point(2, 2)))
    }
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scene-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder
  }

  /// A part that three elements move, one after another.
  @MainActor static func stages() throws -> HikidashiMotion.Scene {
    try HikidashiMotion.Scene(
      json: """
        { "size": [240, 120],
          "items": [ { "group": "sequence", "items": [
            { "text": "★", "id": "star", "color": "#e5a50a", "font": { "size": 20 },
              "hidden": "before",
              "tracks": [ { "property": "position", "from": [30, 100], "to": [120, 50],
                            "duration": 1, "curve": "ease-out" } ] },
            { "part": "star", "tracks": [
              { "property": "zoom", "from": 1, "to": 3, "duration": 1, "curve": "spring" },
              { "property": "rotation", "from": 0, "to": 72, "duration": 1 } ] },
            { "part": "star", "hidden": "after", "tracks": [
              { "property": "position", "from": [120, 50], "to": [210, 100], "duration": 1,
                "curve": "ease-in" },
              { "property": "opacity", "from": 1, "to": 0, "duration": 1 } ] } ] } ] }
        """)
  }

  func testSheetsShowTheCourseOfAScene() throws {
    let folder = try folder()
    let path = folder.appendingPathComponent("sheet.png").path
    try onLoop {
      for (name, scene) in [
        ("Scene, plane, space and effects", try Self.showcase()),
        ("Scene, three stages", try Self.stages()),
      ] {
        let exporter = try SceneExporter(scene, background: .white)
        try exporter.writeSheet(to: path)
        try exporter.writeSheet(to: path + "2")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        XCTAssertEqual(bytes, try Data(contentsOf: URL(fileURLWithPath: path + "2")))
        if let pictures = Environment.value("HIKIDASHI_PICTURES") {
          try bytes.write(to: URL(fileURLWithPath: "\(pictures)/\(name).png"))
        }
        try Golden.checkPicture(at: path, name)
      }
    }
  }

  func testPicturesAndAnAnimationAreWritten() throws {
    let folder = try folder()
    let animation = folder.appendingPathComponent("scene.webp").path
    try MainActor.assumeIsolated {
      let exporter = try SceneExporter(try Self.showcase(), scale: 0.5)
      XCTAssertEqual(try exporter.writePictures(to: folder.path, framesPerSecond: 4), 9)
      try exporter.writeAnimation(to: animation, framesPerSecond: 10)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    XCTAssertEqual(names.first, "00000.png")
    XCTAssertEqual(names.count, 10)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: animation))
    XCTAssertEqual(bytes.prefix(4), Data("RIFF".utf8))
    XCTAssertEqual(bytes[8..<12], Data("WEBP".utf8))
    XCTAssertNotNil(bytes.range(of: Data("ANMF".utf8)))
  }

  func testTextsWhoseSizeMovesAreNotKept() throws {
    try onLoop {
      let scene = try HikidashiMotion.Scene {
        Element(.text("Wider and wider")).animate(
          .size, from: Size(10, 10), to: Size(500, 10), Timing(1))
      }
      let contents = SceneContents(scene, pictures: { Picture(file: $0) })
      let painter = ScenePainter(scene: scene, contents: contents, isPlane: true)
      for frame in 0..<100 {
        let snapshot = try XCTUnwrap(gtk_snapshot_new())
        painter.paint(scene.state(at: Double(frame) / 100), on: snapshot)
        gtk_snapshot_free_to_node(snapshot).map { gsk_render_node_unref($0) }
        XCTAssertLessThanOrEqual(contents.cache.layoutCount, 2)
      }
    }
  }

  /// What hardly stands in space looks as in the plane, whatever the scale.
  func testWhatStandsInSpaceIsAsSharpAsInThePlane() throws {
    let folder = try folder()
    try onLoop {
      for (scale, blur) in [(1.0, 0.0), (1, 3), (2, 0), (4, 0), (4, 3)] {
        let paths = try [0, 1e-4].map { degrees in
          let scene = try HikidashiMotion.Scene(size: Size(160, 60)) {
            Element(.text("Sharp", font: Font(size: 30, isBold: true))).place(Point(30, 8))
              .set(.anchor, .zero).set(.perspective, 1_000).set(.rotationY, degrees)
              .set(.blur, blur)
          }
          let path = folder.appendingPathComponent("\(scale)-\(blur)-\(degrees).png").path
          try SceneExporter(scene, background: .white, scale: scale).writePicture(at: 0, to: path)
          return path
        }
        let pixels = try paths.map { try Self.reds(of: $0) }
        let difference = zip(pixels[0], pixels[1]).map { abs(Int($0) - Int($1)) }.max() ?? 255
        XCTAssertLessThan(difference, 12, "at \(scale), blurred by \(blur)")
      }
    }
  }

  /// Blurred by so much of the scene, whatever the scale.
  func testABlurIsAsWideInEachScale() throws {
    let folder = try folder()
    try onLoop {
      let scene = try HikidashiMotion.Scene(size: Size(160, 60)) {
        Element(.text("Soft", font: Font(size: 30, isBold: true))).place(Point(80, 30))
          .set(.blur, 4)
      }
      let darkest = try [1.0, 4].map { scale in
        let path = folder.appendingPathComponent("\(scale).png").path
        try SceneExporter(scene, background: .white, scale: scale).writePicture(at: 0, to: path)
        return Int(try XCTUnwrap(try Self.reds(of: path).min()))
      }
      XCTAssertLessThan(abs(darkest[0] - darkest[1]), 12, "\(darkest)")
    }
  }

  /// The red of each pixel of a picture.
  @MainActor private static func reds(of path: String) throws -> [UInt8] {
    let surface = try XCTUnwrap(cairo_image_surface_create_from_png(path))
    defer { cairo_surface_destroy(surface) }
    let data = try XCTUnwrap(cairo_image_surface_get_data(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let width = Int(cairo_image_surface_get_width(surface))
    return (0..<Int(cairo_image_surface_get_height(surface))).flatMap { row in
      (0..<width).map { data[row * stride + $0 * 4 + 2] }
    }
  }

  func testWhatCannotBeExportedIsRefused() throws {
    try MainActor.assumeIsolated {
      let endless = try HikidashiMotion.Scene(repeats: .infinity) {
        Element(.text("a")).fade(from: 0, to: 1, over: 1)
      }
      let exporter = try SceneExporter(endless)
      XCTAssertThrowsError(try exporter.writeSheet(to: "/dev/null")) {
        XCTAssertEqual($0 as? SceneExportError, .endless)
      }
      XCTAssertThrowsError(try exporter.writePicture(at: 0, to: "/nowhere/a.png")) {
        XCTAssertEqual($0 as? SceneExportError, .cannotWrite(path: "/nowhere/a.png"))
      }
      let widget = try HikidashiMotion.Scene { Element(.widget("clock"), id: "clock") }
      XCTAssertThrowsError(try SceneExporter(widget)) {
        XCTAssertEqual($0 as? SceneExportError, .widget(id: "clock"))
      }
      XCTAssertThrowsError(try SceneExporter(endless, scale: 1_000)) {
        XCTAssertEqual($0 as? SceneExportError, .tooLarge)
      }
    }
  }
}

import CHikidashiGTK
import Foundation
import Hikidashi
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import Gallery

/// The scenes of the gallery, each as a sheet of twelve pictures that was looked at and found good.
final class SceneSheetTests: XCTestCase {
  func testTheScenesLookAsTheyDid() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url
    // “Moving in place” moves parts, and has no scene.
    let room = try XCTUnwrap(
      onLoop {
        GalleryContents.rooms.first { $0.room == "Motion" }?.pages.map { $0.title }
          .filter { $0 != InPlacePage.title }
      })
    XCTAssertGreaterThanOrEqual(room.count, 3)
    for title in room {
      let path = folder.appendingPathComponent("sheet.png").path
      try onLoop {
        try await Self.drawSheet(of: title, in: folder, to: path)
        try Self.check(path, "Gallery scene, \(title)")
      }
    }
  }

  /// Draws a page at twelve times of its scenes.
  @MainActor
  private static func drawSheet(of title: String, in folder: URL, to path: String) async throws {
    let page = try XCTUnwrap(GalleryContents.pages.first { $0.title == title })
    let part = try await page.make()
    let stage = try await Stage.show(part, width: 504, height: 304)
    let native = try XCTUnwrap(part.native)
    let views = ([AccessibleElement(native)] + AccessibleElement(native).all).compactMap {
      Part.of($0.native) as? SceneView
    }
    XCTAssertFalse(views.isEmpty, title)
    var pictures: [String] = []
    for number in 0..<12 {
      for view in views {
        view.player.pause()
        view.player.seek(to: view.player.scene.length * Double(number) / 12)
      }
      await stage.nextFrame()
      let picture = folder.appendingPathComponent("\(number).png").path
      try await stage.savePicture(to: picture)
      pictures.append(picture)
    }
    try await stage.close()
    put(pictures, to: path)
  }

  /// Puts pictures of one size into rows of four.
  private static func put(_ pictures: [String], to path: String) {
    let surfaces = pictures.compactMap { cairo_image_surface_create_from_png($0) }
    defer { for surface in surfaces { cairo_surface_destroy(surface) } }
    let width = cairo_image_surface_get_width(surfaces[0]) + 4
    let height = cairo_image_surface_get_height(surfaces[0]) + 4
    let sheet = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 4 * width + 4, 3 * height + 4)
    defer { cairo_surface_destroy(sheet) }
    let cairo = cairo_create(sheet)
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgb(cairo, 0.9, 0.9, 0.9)
    cairo_paint(cairo)
    for (number, surface) in surfaces.enumerated() {
      let (x, y) = (gint(number % 4) * width + 4, gint(number / 4) * height + 4)
      cairo_set_source_surface(cairo, surface, Double(x), Double(y))
      cairo_paint(cairo)
    }
    XCTAssertEqual(cairo_surface_write_to_png(sheet, path), CAIRO_STATUS_SUCCESS)
  }

  /// Compares in rough; `HIKIDASHI_GOLDEN=write` writes anew what is to be looked at and committed.
  @MainActor
  private static func check(_ path: String, _ name: String) throws {
    if let folder = Environment.value("HIKIDASHI_PICTURES") {
      let kept = URL(fileURLWithPath: folder).appendingPathComponent("\(name).png")
      try Data(contentsOf: URL(fileURLWithPath: path)).write(to: kept)
    }
    let sketch = try XCTUnwrap(PictureSketch(picture: path))
    let url = Checkout.root.appendingPathComponent("Tests/Golden/Pictures/\(name).png")
    if Environment.value("HIKIDASHI_GOLDEN") == "write" {
      try Data(sketch.picture?.encoded ?? []).write(to: url)
    }
    let golden = try XCTUnwrap(
      PictureSketch(sketch: url.path), "HIKIDASHI_GOLDEN=write makes \(name).png")
    let difference = try XCTUnwrap(sketch.difference(from: golden), "\(name) has another size")
    XCTAssertTrue(difference.isSlight, "\(name) looks otherwise: \(difference)")
  }
}

import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// The classic look, measured on the picture: it must not depend on the font.
final class SlateTests: XCTestCase {
  func testMeasuresAndColours() throws {
    try onLoop {
      let outline = Outline {
        Section("S", open: true) {
          "a"
          "b"
        }
      }
      let view = OutlineView(outline, header: "H").selection(.toggle).style(.slate)
      let stage = try await Stage.show(view, width: 300, height: 400)
      view.changeSelection { $0.select(only: $0.id(atRow: 2)) }
      try await stage.settle()
      let path = NSTemporaryDirectory() + "slate-\(UUID()).png"
      defer { try? FileManager.default.removeItem(atPath: path) }
      try await view.savePictureWhenDrawn(to: path)
      let picture = try Picture(path)
      let x = picture.width - 20

      // 50 pixels each: page header, section, cell, selected cell.
      XCTAssertEqual(view.rows.cell(at: 0)?.native.map { gtk_widget_get_height($0) }, 50)
      XCTAssertEqual(view.rows.cell(at: 1)?.native.map { gtk_widget_get_height($0) }, 50)
      let header = 1.0 / 3
      picture.expect(x, 25, header, header, header)
      picture.expect(x, 50, 0.26, 0.29, 0.36)
      picture.expect(x, 75, 0.24, 0.27, 0.34)
      picture.expect(x, 99, 0.22, 0.25, 0.32)
      picture.expect(x, 125, 0.19, 0.22, 0.29)
      picture.expect(x, 175, 0.29, 0.22, 0.29)
      // A white half-transparent line above, a black half-transparent one below.
      picture.expect(x, 100, (0.19 + 1) / 2, (0.22 + 1) / 2, (0.29 + 1) / 2)
      picture.expect(x, 149, 0.19 / 2, 0.22 / 2, 0.29 / 2)
      picture.expect(x, 0, (header + 1) / 2, (header + 1) / 2, (header + 1) / 2)
      picture.expect(x, 49, header / 2, header / 2, header / 2)
      XCTAssertEqual(Self.fontSize(of: view.pageHeader), 14)
      XCTAssertEqual(Self.fontSize(of: view.rows.cell(at: 0)?.content), 14)
      XCTAssertEqual(Self.fontSize(of: view.rows.cell(at: 1)?.content), 12)
      // The icon 5 from the edge and 10 wide; cells indented by 20.
      let section = try XCTUnwrap(view.rows.cell(at: 0)?.native)
      let icon = try XCTUnwrap(gtk_widget_get_first_child(section))
      XCTAssertEqual(Self.left(of: icon, in: section), 5)
      XCTAssertEqual(gtk_widget_get_width(icon), 10)
      let cell = try XCTUnwrap(view.rows.cell(at: 1))
      let content = try XCTUnwrap(cell.content.native)
      XCTAssertEqual(Self.left(of: content, in: try XCTUnwrap(cell.native)), 20 + 10)
      try await stage.close()
    }
  }

  /// In pixels.
  @MainActor
  private static func fontSize(of label: Part?) -> Int? {
    guard let native = label?.native,
      let context = gtk_widget_get_pango_context(native),
      let font = pango_context_get_font_description(context)
    else { return nil }
    let size = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
    return Int(size.rounded())
  }

  @MainActor
  private static func left(of child: NativeWidget, in parent: NativeWidget) -> Double {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(child, parent, &bounds)
    // The parent's own origin lies inside its padding.
    return Double(bounds.origin.x) + Self.padding(of: parent)
  }

  @MainActor
  private static func padding(of widget: NativeWidget) -> Double {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, widget, &bounds)
    return -Double(bounds.origin.x)
  }
}

/// The pixels of a PNG file.
@MainActor
private struct Picture {
  let width: Int
  private var bytes: [UInt8]

  init(_ path: String) throws {
    let texture = try XCTUnwrap(gdk_texture_new_from_filename(path, nil))
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    let columns = Int(gdk_texture_get_width(texture))
    let rows = Int(gdk_texture_get_height(texture))
    width = columns
    bytes = [UInt8](repeating: 0, count: columns * rows * 4)
    gdk_texture_download(texture, &bytes, gsize(columns * 4))
  }

  /// The colour at a point must be this one, to a rounding.
  func expect(
    _ x: Int, _ y: Int, _ red: Double, _ green: Double, _ blue: Double, line: UInt = #line
  ) {
    let start = (y * width + x) * 4
    // Cairo's order is blue, green, red on the machines that Swift runs on.
    let found = [bytes[start + 2], bytes[start + 1], bytes[start]].map { Double($0) / 255 }
    for (found, wanted) in zip(found, [red, green, blue]) {
      XCTAssertEqual(found, wanted, accuracy: 0.012, "at \(x), \(y)", line: line)
    }
  }
}

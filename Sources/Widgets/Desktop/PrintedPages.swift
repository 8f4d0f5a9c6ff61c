internal import CHikidashiGTK

/// A part divided into pages.
@MainActor
protocol PrintedPages {
  var count: Int { get }
  /// The titles in the order of the pages.
  var outline: [PageTitle] { get }
  /// Draws a page into a `cairo_t` whose origin is the upper left corner of the page's room.
  func draw(_ page: Int, on cairo: OpaquePointer)
}

/// A title on a page, to which a reader of the file can go.
struct PageTitle: Hashable {
  let title: String
  /// 1 for the largest.
  let level: Int
  /// The first page is 0.
  let page: Int
  /// How far below the upper edge of the page's room it stands.
  let y: Double
}

extension PrintedPages {
  /// A part that is no text has no titles.
  var outline: [PageTitle] { [] }
}

/// A picture of a widget in vectors, as wide as the page at most, cut where a page is full.
@MainActor
final class WidgetPages: PrintedPages {
  /// A `GskRenderNode`.
  private let node: OpaquePointer
  private let size: Size
  private let room: Size
  private let scale: Double
  private let background: Color?

  /// Nil for a widget that is in no window that is shown.
  init?(of widget: NativeWidget, room: Size) {
    guard gtk_widget_get_mapped(widget) != 0, let paintable = gtk_widget_paintable_new(widget)
    else {
      return nil
    }
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    size = Size(
      Double(gdk_paintable_get_intrinsic_width(paintable)),
      Double(gdk_paintable_get_intrinsic_height(paintable)))
    guard size.width > 0, size.height > 0, let snapshot = gtk_snapshot_new() else { return nil }
    gdk_paintable_snapshot(paintable, snapshot, size.width, size.height)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    self.node = node
    self.room = room
    scale = min(1, room.width / size.width)
    // Light letters need their dark ground on paper, too.
    let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
    var color = GdkRGBA()
    let style = gtk_widget_get_style_context(widget)
    let isKnown = gtk_style_context_lookup_color(style, "window_bg_color", &color) != 0
    background = isDark && isKnown ? Color(color) : nil
  }

  isolated deinit { gsk_render_node_unref(node) }

  var count: Int { max(1, Int((size.height * scale / room.height - 1e-6).rounded(.up))) }

  func draw(_ page: Int, on cairo: OpaquePointer) {
    cairo_save(cairo)
    let top = Double(page) * room.height
    cairo_rectangle(
      cairo, 0, 0, size.width * scale, min(room.height, size.height * scale - top))
    cairo_clip(cairo)
    if let background {
      cairo_set_source_rgb(cairo, background.red, background.green, background.blue)
      cairo_paint(cairo)
    }
    cairo_translate(cairo, 0, -top)
    cairo_scale(cairo, scale, scale)
    gsk_render_node_draw(node, cairo)
    cairo_restore(cairo)
  }
}

/// The size of a printed page in points, 1/72 inch each.
public struct Paper: Sendable, Hashable {
  /// The width of the page in points.
  public var width: Double
  /// The height of the page in points.
  public var height: Double
  /// The width of the empty margin at each side.
  public var margin: Double

  /// Makes a paper size.
  public init(width: Double, height: Double, margin: Double = 54) {
    self.width = width
    self.height = height
    self.margin = margin
  }

  /// The paper size A4.
  public static let a4 = Paper(width: 595, height: 842)
  /// The paper size US Letter.
  public static let letter = Paper(width: 612, height: 792)

  /// The room inside the margins; at least a point.
  var room: Size { Size(max(width - 2 * margin, 1), max(height - 2 * margin, 1)) }
}

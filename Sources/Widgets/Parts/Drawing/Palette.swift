package import CHikidashiGTK

/// The foreground and accent colours of the place where something is drawn.
package struct Palette {
  package private(set) var foreground = Color.black
  var accent = Color(0.21, 0.52, 0.89)

  /// Creates the palette for paper.
  package init() {}

  /// Creates a palette of the colours that the style sheet gives a widget.
  @MainActor
  package init(of widget: NativeWidget) {
    guard let style = gtk_widget_get_style_context(widget) else { return }
    var color = GdkRGBA()
    gtk_style_context_get_color(style, &color)
    foreground = Color(color)
    if gtk_style_context_lookup_color(style, "accent_bg_color", &color) != 0 {
      accent = Color(color)
    }
  }

  /// The colour of a paint; nil for a gradient.
  func color(of paint: Paint) -> Color? {
    switch paint {
    case .color(let color): color
    case .foreground: foreground
    case .accent: accent
    case .gradient: nil
    }
  }
}

extension Color {
  init(_ color: GdkRGBA) {
    self.init(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }

  package var native: GdkRGBA {
    GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
  }
}

extension Gradient {
  /// At least two stops with offsets from 0 to 1 that never go back: what the painters take.
  var drawnStops: [Stop] {
    var last = 0.0
    var drawn = stops.map { stop in
      last = max(last, min(stop.offset.isFinite ? stop.offset : 0, 1))
      return Stop(last, stop.color)
    }
    while drawn.count < 2 { drawn.append(Stop(1, drawn.last?.color ?? .clear)) }
    return drawn
  }

  var isDrawable: Bool {
    switch course {
    case .line(let start, let end): start.isFinite && end.isFinite
    case .circle(let center, let radius): center.isFinite && radius.isFinite && radius > 0
    }
  }
}

internal import CHikidashiGTK

/// A named style sheet that styles widgets by their style classes.
///
/// ```swift
/// StyleSheet("cards", css: ".card-title { font-weight: bold }").install()
/// ```
public struct StyleSheet: Sendable, Hashable {
  /// The name, under which a later sheet replaces this one.
  public var name: String
  /// The CSS, in GTK's dialect.
  public var css: String

  /// Creates a style sheet; ``install()`` applies it.
  public init(_ name: String, css: String) {
    self.name = name
    self.css = css
  }

  /// Applies the style sheet to all windows, in place of an earlier sheet of the same name.
  ///
  /// Without a display it does nothing. Mistakes in the CSS are reported in the log with their line.
  @MainActor
  public func install() {
    guard let display = gdk_display_get_default() else { return }
    let key = "hikidashi-style-\(name)"
    let object = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GObject.self)
    if let old = g_object_get_data(object, key) {
      let provider = Unmanaged<InstalledStyle>.fromOpaque(old).takeUnretainedValue()
      if provider.sheet == self { return }
      gtk_style_context_remove_provider_for_display(display, provider.provider)
    }
    guard let provider = gtk_css_provider_new() else { return }
    gtk_css_provider_load_from_data(provider, css, gssize(css.utf8.count))
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
    let installed = InstalledStyle(sheet: self, provider: OpaquePointer(provider))
    g_object_set_data_full(object, key, Unmanaged.passRetained(installed).toOpaque()) { data in
      if let data { Unmanaged<InstalledStyle>.fromOpaque(data).release() }
    }
  }
}

/// What a display keeps of a style sheet: the display owns the provider.
private final class InstalledStyle {
  let sheet: StyleSheet
  let provider: OpaquePointer

  init(sheet: StyleSheet, provider: OpaquePointer) {
    self.sheet = sheet
    self.provider = provider
  }
}

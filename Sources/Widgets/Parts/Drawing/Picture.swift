internal import CHikidashiGTK

/// A picture as a value: a file, the contents of a file, an icon, or pixels.
public struct Picture: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case file(String)
    case encoded(Bytes)
    case icon(String)
    case pixels(width: Int, height: Int, Bytes)
  }

  /// Bytes that are fast as a dictionary key: all of them are compared, but only a few are hashed.
  package struct Bytes: Sendable, Hashable {
    package let array: [UInt8]

    package func hash(into hasher: inout Hasher) {
      hasher.combine(array.count)
      for place in stride(from: 0, to: array.count, by: array.count / 16 + 1) {
        hasher.combine(array[place])
      }
    }
  }

  package let source: Source

  /// Creates a picture from a file in any format that the desktop reads; an unreadable file shows
  /// nothing.
  public init(file: String) { source = .file(file) }

  /// Creates a picture from the contents of a file: PNG, JPEG or another format that the desktop
  /// reads.
  public init(encoded: [UInt8]) { source = .encoded(Bytes(array: encoded)) }

  /// Creates a picture from an icon of the desktop's theme, such as `folder-symbolic`.
  public init(icon: String) { source = .icon(icon) }

  /// Creates a picture from pixels, line by line from the upper left, each as red, green, blue and
  /// alpha bytes, the colours not multiplied by alpha. Returns nil unless there are `width * height
  /// * 4` bytes.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isTooLarge, area <= 1 << 28, pixels.count == area * 4 else {
      return nil
    }
    source = .pixels(width: width, height: height, Bytes(array: pixels))
  }
}

// MARK: - Native

extension Picture {
  /// A new `GdkPaintable`; nil for what cannot be read.
  @MainActor
  func makePaintable() -> OpaquePointer? {
    switch source {
    case .icon(let name):
      guard let display = gdk_display_get_default() else { return nil }
      return gtk_icon_theme_lookup_icon(
        gtk_icon_theme_get_for_display(display), name, nil, 64, 1, GTK_TEXT_DIR_NONE,
        GTK_ICON_LOOKUP_PRELOAD)
    default: return makeTexture()
    }
  }

  /// A new `GdkTexture`, on any thread; nil for icons and what cannot be read.
  func makeTexture() -> OpaquePointer? {
    switch source {
    case .icon: nil
    case .file(let path): PictureBytes.texture(ofFile: path)
    case .encoded(let bytes): PictureBytes.texture(of: bytes.array)
    case .pixels(let width, let height, let bytes):
      Picture.withBytes(bytes.array) {
        gdk_memory_texture_new(
          gint(width), gint(height), GDK_MEMORY_R8G8B8A8, $0, gsize(width * 4)
        )
      }
    }
  }

  /// Whether the picture can be decoded; false for icons.
  public var isReadable: Bool {
    guard let texture = makeTexture() else { return false }
    g_object_unref(UnsafeMutableRawPointer(texture))
    return true
  }

  /// Reads a texture's pixels.
  init?(texture: OpaquePointer) {
    guard let bytes = gdk_texture_save_to_png_bytes(texture) else { return nil }
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    guard let data = g_bytes_get_data(bytes, &count) else { return nil }
    self.init(encoded: [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count))))
  }

  /// The picture as the contents of a file: the bytes that it was made from, otherwise PNG. Nil for
  /// icons and unreadable files.
  public var encoded: [UInt8]? {
    if case .encoded(let bytes) = source { return bytes.array }
    guard let texture = makeTexture() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    let copy = Picture(texture: texture)
    if case .encoded(let bytes) = copy?.source { return bytes.array }
    return nil
  }

  static func withBytes(
    _ array: [UInt8], _ body: (OpaquePointer) -> OpaquePointer?
  ) -> OpaquePointer? {
    guard let bytes = g_bytes_new(array, gsize(array.count)) else { return nil }
    defer { g_bytes_unref(bytes) }
    return body(bytes)
  }
}

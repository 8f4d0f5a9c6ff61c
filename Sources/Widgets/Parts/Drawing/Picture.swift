internal import CHikidashiGTK

/// A picture as a value: a file, the bytes of one, an icon, or pixels.
public struct Picture: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case file(String)
    case encoded(Bytes)
    case icon(String)
    case pixels(width: Int, height: Int, Bytes)
  }

  /// Bytes that are a quick key of a dictionary: equal as all bytes are, hashed by a few.
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

  /// A file in any format that the desktop reads; what cannot be read shows nothing.
  public init(file: String) { source = .file(file) }

  /// What a file would hold: PNG, JPEG and other formats that the desktop reads.
  public init(encoded: [UInt8]) { source = .encoded(Bytes(array: encoded)) }

  /// An icon of the desktop's theme, such as `folder-symbolic`.
  public init(icon: String) { source = .icon(icon) }

  /// Pixels line by line from the upper left, four bytes each: red, green, blue, alpha, the colours
  /// not multiplied by alpha. Nil when the bytes are not `width * height * 4`.
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
    case .file(let path):
      gdk_texture_new_from_filename(path, nil)
    case .encoded(let bytes):
      Picture.withBytes(bytes.array) { gdk_texture_new_from_bytes($0, nil) }
    case .pixels(let width, let height, let bytes):
      Picture.withBytes(bytes.array) {
        gdk_memory_texture_new(
          gint(width), gint(height), GDK_MEMORY_R8G8B8A8, $0, gsize(width * 4)
        )
      }
    }
  }

  /// Whether it is the file or the bytes of a picture that can be read.
  package var isReadable: Bool {
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

  /// What a file of the picture holds: PNG of what is decoded, or else the bytes as they are. Nil for
  /// icons and what cannot be read.
  public var encoded: [UInt8]? {
    if case .encoded(let bytes) = source { return bytes.array }
    guard let texture = makeTexture() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    let copy = Picture(texture: texture)
    if case .encoded(let bytes) = copy?.source { return bytes.array }
    return nil
  }

  private static func withBytes(
    _ array: [UInt8], _ body: (OpaquePointer) -> OpaquePointer?
  ) -> OpaquePointer? {
    guard let bytes = g_bytes_new(array, gsize(array.count)) else { return nil }
    defer { g_bytes_unref(bytes) }
    return body(bytes)
  }
}

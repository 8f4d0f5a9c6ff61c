internal import CHikidashiGTK
internal import Dispatch
internal import Glibc
internal import HikidashiRecords

/// What a file holds for a ``Viewer``, read off the main thread.
enum ViewerContent: Sendable {
  case text(String)
  case richText(RichText)
  case picture(ThumbnailLoader.Texture)
  case table(ViewerTable)
  /// What another program shows: its content type.
  case foreign(type: String)

  static func read(_ path: String) async -> Result<ViewerContent, ViewerError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: content(of: path))
      }
    }
  }

  private static func content(of path: String) -> Result<ViewerContent, ViewerError> {
    var (width, height): (gint, gint) = (0, 0)
    if gdk_pixbuf_get_file_info(path, &width, &height) != nil,
      let texture = Picture(file: path).makeTexture()
    {
      return .success(.picture(ThumbnailLoader.Texture(texture)))
    }
    let start = start(of: path)
    if let type = foreignType(of: path, start) { return .success(.foreign(type: type)) }
    let isTable = ViewerTable.isTable(path)
    if !isTable, size(of: path) > Viewer.limit { return .failure(.tooLarge(path: path)) }
    // Text has no zero bytes, but in UTF-16.
    let isWide = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
    if start.contains(0), !(isTable && isWide) { return .failure(.unknownKind(path: path)) }
    if isTable, !start.isEmpty { return ViewerTable.read(path).map { .table($0) } }
    return text(of: path).map { text in
      switch path.lowercased().split(separator: ".").last {
      case "md", "markdown": .richText(RichText(markdown: text, folder: folder(of: path)))
      case "html", "htm", "xhtml": .richText(RichText(html: text))
      default: .text(text)
      }
    }
  }

  /// The first bytes of a file; none of one that cannot be read.
  private static func start(of path: String) -> [UInt8] {
    // A pipe would be waited for.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 8_192) { bytes, count in
      count = max(0, Glibc.read(file, bytes.baseAddress, bytes.count))
    }
  }

  /// The content type of a film, a sound, a PDF, or of bytes of another known kind; nil for text and what
  /// nobody knows.
  private static func foreignType(of path: String, _ start: [UInt8]) -> String? {
    if start.starts(with: "%PDF-".utf8) { return "application/pdf" }
    guard start.contains(0) else { return nil }
    var isUncertain: gboolean = 0
    guard let type = g_content_type_guess(path, start, gsize(start.count), &isUncertain) else {
      return nil
    }
    defer { g_free(type) }
    guard g_content_type_is_unknown(type) == 0, g_content_type_is_a(type, "text/plain") == 0 else {
      return nil
    }
    return String(cString: type)
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func text(of path: String) -> Result<String, ViewerError> {
    guard let file = g_file_new_for_path(path) else { return .failure(.unknownKind(path: path)) }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var error: UnsafeMutablePointer<GError>?
    var start: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    guard g_file_load_contents(file, nil, &start, &count, nil, &error) != 0,
      let start
    else { return .failure(.cannotRead(path: path, reason: message(of: &error))) }
    defer { g_free(start) }
    return .success(
      String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self))
  }

  /// Where the pictures of a document are.
  private static func folder(of path: String) -> String {
    guard path.contains("/") else { return "." }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    return folder.isEmpty ? "/" : folder
  }
}

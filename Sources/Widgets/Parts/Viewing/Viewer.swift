internal import CHikidashiGTK
internal import Dispatch
internal import HikidashiBase

/// An error of showing a file.
public enum ViewerError: Error, CustomStringConvertible, Sendable, Hashable {
  case cannotRead(path: String, reason: String)
  /// The file is larger than ``Viewer/limit``.
  case tooLarge(path: String)
  /// The file is neither text nor a picture.
  case unknownKind(path: String)

  /// The error as a sentence for the user.
  public var description: String {
    switch self {
    case .cannotRead(let path, let reason):
      tr("Cannot read {}: {} Check that it is there and that you may read it.", path, reason)
    case .tooLarge(let path):
      tr("{} is too large to show here; open it with another program.", path)
    case .unknownKind(let path):
      tr("{} is neither text nor a picture; open it with another program.", path)
    }
  }
}

/// A view that shows a file inside the app: text, Markdown, or a picture.
///
/// ```swift
/// let viewer = Viewer { target in try await Desktop.open(link: target) }
/// try await viewer.show(file: "README.md")
/// ```
public final class Viewer: Stack {
  /// The largest size of a shown text in bytes: 32 MiB.
  public nonisolated static let limit = 32 << 20

  /// Called with the target of a link in Markdown that the user follows. For documents by others,
  /// ``Desktop/open(link:over:)`` opens only web pages and mail addresses.
  public var onLink: (@MainActor (String) -> Void)?
  /// The part that shows text.
  public let reader: TextReader
  /// The part that shows pictures.
  public let picture: PictureView
  private let pages: Pages
  private var latest = 0

  /// Creates an empty viewer.
  public init(onLink: (@MainActor (String) -> Void)? = nil) {
    reader = TextReader()
    picture = PictureView()
    pages = Pages(["text": reader, "picture": picture])
    super.init(.vertical, spacing: 0, [pages])
    self.onLink = onLink
    reader.onLink = { [weak self] in self?.onLink?($0) }
    expand()
  }

  /// Creates an empty viewer whose links lead to what takes a while.
  ///
  /// What `onLink` throws is told in the window, with a way to try again.
  public convenience init(onLink: @escaping @MainActor (String) async throws -> Void) {
    self.init()
    let work = Submission(title: { tr("Open Link") }, onLink)
    self.onLink = { [weak self] in work.start(with: $0, in: self) }
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onLink = nil
  }

  /// Shows a file according to its content, read off the main thread. After calls for several
  /// files, the last one is shown.
  ///
  /// Files that end in `.md` or `.markdown` are Markdown. What is shown stays where the file cannot
  /// be shown.
  public func show(file path: String) async throws(ViewerError) {
    latest += 1
    let asked = latest
    let content = await Viewer.read(path)
    let shown = try content.get()
    guard asked == latest else { return }
    show(shown, path)
  }

  /// Moves the keyboard focus to the part.
  @discardableResult
  public override func focus() -> Bool {
    pages.shown == "text" ? reader.focus() : picture.focus()
  }

  private enum Content: Sendable {
    case text(String)
    case markdown(RichText)
    case picture(ThumbnailLoader.Texture)
  }

  private func show(_ content: Content, _ path: String) {
    switch content {
    case .text(let text): reader.show(text)
    case .markdown(let text): reader.show(text)
    case .picture(let texture):
      picture.show(texture.native, description: String(path.split(separator: "/").last ?? ""))
    }
    if case .picture = content { pages.shown = "picture" } else { pages.shown = "text" }
  }

  private nonisolated static func read(_ path: String) async -> Result<Content, ViewerError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: content(of: path))
      }
    }
  }

  private nonisolated static func content(of path: String) -> Result<Content, ViewerError> {
    var width: gint = 0
    var height: gint = 0
    if gdk_pixbuf_get_file_info(path, &width, &height) != nil,
      let texture = Picture(file: path).makeTexture()
    {
      return .success(.picture(ThumbnailLoader.Texture(texture)))
    }
    guard let file = g_file_new_for_path(path) else { return .failure(.unknownKind(path: path)) }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var error: UnsafeMutablePointer<GError>?
    let info = g_file_query_info(
      file, "standard::size", G_FILE_QUERY_INFO_NONE, nil, &error)
    if let info {
      let size = g_file_info_get_size(info)
      g_object_unref(UnsafeMutableRawPointer(info))
      if size > limit { return .failure(.tooLarge(path: path)) }
    }
    var start: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    guard error == nil, g_file_load_contents(file, nil, &start, &count, nil, &error) != 0,
      let start
    else { return .failure(.cannotRead(path: path, reason: message(of: &error))) }
    defer { g_free(start) }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    // Text has no zero bytes.
    if bytes.prefix(8_192).contains(0) { return .failure(.unknownKind(path: path)) }
    let text = String(decoding: bytes, as: UTF8.self)
    let name = path.lowercased()
    guard name.hasSuffix(".md") || name.hasSuffix(".markdown") else { return .success(.text(text)) }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let base = path.contains("/") ? (folder.isEmpty ? "/" : folder) : "."
    return .success(.markdown(RichText(markdown: text, folder: base)))
  }
}

/// The sentence of an error of GLib, which is freed.
func message(of error: inout UnsafeMutablePointer<GError>?) -> String {
  guard let failure = error else { return "" }
  defer { g_clear_error(&error) }
  let text = failure.pointee.message.map { String(cString: $0) } ?? ""
  return text.hasSuffix(".") ? text : text + "."
}

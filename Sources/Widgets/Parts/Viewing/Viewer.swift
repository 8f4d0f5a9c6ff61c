internal import CHikidashiGTK
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

/// A view that shows a file inside the app: text, Markdown, HTML, a picture, a table of CSV or TSV.
///
/// Of a film, a sound, a PDF and other known kinds it shows a button that opens the desktop's own program.
///
/// ```swift
/// let viewer = Viewer { target in try await Desktop.open(link: target) }
/// try await viewer.show(file: "README.md")
/// ```
public final class Viewer: Stack {
  /// The largest size of a shown text in bytes: 32 MiB.
  public nonisolated static let limit = 32 << 20

  /// Called with the target of a link in Markdown or HTML that the user follows. For documents by others,
  /// ``Desktop/open(link:over:)`` opens only web pages and mail addresses.
  public var onLink: (@MainActor (String) -> Void)?
  /// The part that shows text.
  public let reader: TextReader
  /// The part that shows pictures.
  public let picture: PictureView
  /// The table of the shown file of records; nil where it is none. Nobody can edit it.
  public private(set) var records: RecordsView?
  /// Called when something else than text is shown.
  var leftText: (@MainActor () -> Void)?
  private let pages: Pages
  /// Where the page stands that was made for the shown file.
  private let place = Stack(.vertical, spacing: 0, [])
  private var made: Part?
  /// What has the keyboard on that page.
  private var focused: Part?
  private var latest = 0
  private let observed = ObservedState()

  /// Creates an empty viewer.
  public init(onLink: (@MainActor (String) -> Void)? = nil) {
    reader = TextReader()
    picture = PictureView()
    pages = Pages(["text": reader, "picture": picture, "made": place])
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
    leftText = nil
    records = nil
    (made, focused) = (nil, nil)
  }

  /// Shows a file according to its content, read off the main thread. After calls for several
  /// files, the last one is shown.
  ///
  /// Files that end in `.md` or `.markdown` are Markdown, those in `.html`, `.htm` or `.xhtml` HTML, of which
  /// what is safe is shown (see ``RichText/init(html:picture:)``). Those in `.csv`, `.tsv` and `.tab` are a
  /// table, whose first line names its columns; a column has a type where all its values have it. Lines that
  /// cannot be read are told of above it. What is shown stays where the file cannot be shown.
  public func show(file path: String) async throws(ViewerError) {
    latest += 1
    let asked = latest
    let content = await ViewerContent.read(path)
    let shown = try content.get()
    guard asked == latest else { return }
    show(shown, path)
  }

  /// Moves the keyboard focus to the part.
  @discardableResult
  public override func focus() -> Bool {
    switch pages.shown {
    case "text": reader.focus()
    case "picture": picture.focus()
    default: focused?.focus() ?? false
    }
  }

  /// The headings of the shown text, as for a pane with its outline; none over pictures and tables. A closure
  /// that reads them is called again when something else is shown.
  public var headings: [RichText.Heading] {
    observed.willRead()
    return showsText ? reader.headings : []
  }

  /// Whether a text is what is seen.
  var showsText: Bool { pages.shown == "text" }

  private func show(_ content: ViewerContent, _ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if let made { place.remove(made) }
    (made, focused, records) = (nil, nil, nil)
    switch content {
    case .text(let text): reader.show(text)
    case .richText(let text): reader.show(text)
    case .picture(let texture): picture.show(texture.native, description: name)
    case .table(let table):
      let (part, records) = table.makePart(name)
      self.records = records
      put(part, focus: records)
    case .foreign(let type):
      let button = Viewer.makeButton(path, type)
      put(Viewer.makePage(name, type, button), focus: button)
    }
    switch content {
    case .text, .richText: pages.shown = "text"
    case .picture: pages.shown = "picture"
    case .table, .foreign: pages.shown = "made"
    }
    if !showsText { leftText?() }
    observed.didChange()
  }

  private func put(_ part: Part, focus: Part) {
    place.append(part)
    (made, focused) = (part, focus)
  }

  private static func makePage(_ name: String, _ type: String, _ button: Button) -> StatusPage {
    let kind = g_content_type_get_description(type)
    defer { g_free(kind) }
    let icon = g_content_type_get_generic_icon_name(type)
    defer { g_free(icon) }
    return StatusPage(
      name, icon: icon.map { String(cString: $0) }, description: kind.map { String(cString: $0) }
    ) { button }
  }

  private static func makeButton(_ path: String, _ type: String) -> Button {
    let full = g_canonicalize_filename(path, nil)
    defer { g_free(full) }
    let target = full.map { String(cString: $0) } ?? path
    let program = g_app_info_get_default_for_type(type, 0)
    defer { if let program { g_object_unref(UnsafeMutableRawPointer(program)) } }
    let name = program.flatMap { g_app_info_get_display_name($0) }.map { String(cString: $0) }
    return Button(
      name.map { tr("_Open in {}", $0.replacing("_", with: "__")) }
        ?? tr("_Open with Another Program")
    ) { try await Desktop.open(target) }.styleClass("pill", "suggested-action").wrapping()
  }
}

/// The sentence of an error of GLib, which is freed.
func message(of error: inout UnsafeMutablePointer<GError>?) -> String {
  guard let failure = error else { return "" }
  defer { g_clear_error(&error) }
  let text = failure.pointee.message.map { String(cString: $0) } ?? ""
  return text.hasSuffix(".") ? text : text + "."
}

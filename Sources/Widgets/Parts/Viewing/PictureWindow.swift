public import FoundationEssentials
internal import HikidashiBase
public import HikidashiLoading

/// A window with pictures that are loaded by their addresses, one at a time and as large as the window.
///
/// ```swift
/// PictureWindow([.init(url, description: "The harbour in the morning")], connector).present()
/// ```
///
/// What a picture shows stands below it. Page Up and Page Down, or `p` and `n`, go to the others; the keys of a
/// ``PictureView`` zoom and move; Ctrl+S saves the picture as it was loaded, Ctrl+C copies it, Escape closes the
/// window. A picture that cannot be loaded says why.
@MainActor
public final class PictureWindow {
  /// A picture to look at.
  public struct Item: Sendable, Hashable {
    /// Where it is: a web page's address, or a file's.
    public var url: URL
    /// What it shows, in words; empty where nobody says.
    public var description: String

    /// Creates a picture.
    public init(_ url: URL, description: String = "") {
      (self.url, self.description) = (url, description)
    }
  }

  /// One picture is looked at, and none in passing.
  private static let limits = PictureLimits(bytes: 64 << 20, pixels: 1 << 26)

  private let items: [Item]
  private let connector: Connector
  private let view = PictureView()
  private let words = Label().wrapping(columns: 80).selectable()
  private var index: Int
  private var bytes: [UInt8] = []
  private var loading: Task<Void, Never>?
  private weak var window: Window?

  /// Creates a window, which ``present()`` shows.
  ///
  /// - Parameters:
  ///   - items: The pictures.
  ///   - index: Which of them is seen first, from 0.
  ///   - connector: What loads them.
  public init(_ items: [Item], at index: Int = 0, _ connector: Connector) {
    (self.items, self.connector) = (items, connector)
    self.index = min(max(index, 0), max(items.count - 1, 0))
  }

  /// Shows the window; nothing where there are no pictures.
  public func present() {
    guard !items.isEmpty else { return }
    let window = Window(tr("Picture"), name: "pictures", width: 900, height: 700) {
      HeaderBar {
        Button(icon: "go-previous-symbolic", label: tr("Previous"), action: "win.previous")
        Button(icon: "go-next-symbolic", label: tr("Next"), action: "win.next")
      } end: {
        Button(icon: "document-save-symbolic", label: tr("Save …"), action: "win.save")
      }
      view
      Clamp(width: 640, Stack(.vertical, spacing: 0, [words.margin(12)]))
    }
    .actions { actions }
    window.keep(self)
    self.window = window
    if let app = App.current { app.show(window) } else { window.presentAlone() }
    show()
  }

  @ActionBuilder
  private var actions: [Action] {
    let isOne = items.count < 2
    Action("previous", title: tr("Previous"), shortcuts: "Page_Up", "p") { [unowned self] in
      go(by: -1)
    }.enabled { !isOne }
    Action("next", title: tr("Next"), shortcuts: "Page_Down", "n") { [unowned self] in
      go(by: 1)
    }.enabled { !isOne }
    Action("save", title: tr("Save …"), shortcuts: "<Control>s") { [weak self] in
      try await self?.save()
    }
    Action("copy", title: tr("Copy"), shortcuts: "<Control>c") { [unowned self] in
      if !bytes.isEmpty { Clipboard.copy(Picture(encoded: bytes)) }
    }
    Action("leave", title: tr("Close"), shortcuts: "Escape") { [unowned self] in window?.close() }
  }

  private func go(by step: Int) {
    index = (index + step + items.count) % items.count
    show()
  }

  private func show() {
    let item = items[index]
    words.text = item.description
    words.visible(!item.description.isEmpty)
    window?.title = tr("Picture {} of {}", index + 1, items.count)
    view.show(nil as Picture?, description: item.description)
    loading?.cancel()
    bytes = []
    loading = Task { [weak self, connector] in
      do {
        var request = LoadRequest(item.url)
        request.limits.received = PictureWindow.limits.bytes
        request.limits.decoded = PictureWindow.limits.bytes
        let found = try await connector.load(request, parser: PictureParser()).value
        guard let self, !Task.isCancelled else { return }
        bytes = found
        view.show(Picture(encoded: found), description: item.description)
        view.focus()
      } catch {
        guard let self, !Task.isCancelled else { return }
        words.text = sentence("\(error)")
        words.visible(true)
      }
    }
  }

  /// Waits until the picture is shown, or why it cannot be.
  public func settled() async { await loading?.value }

  private func save() async throws {
    guard !bytes.isEmpty, let window else { return }
    let path = try await window.present(
      FileSave(tr("Save Picture"), name: items[index].url.lastPathComponent))
    let data = Data(bytes)
    let write = Task.detached { try data.write(to: URL(filePath: path), options: .atomic) }
    try await write.value
  }
}

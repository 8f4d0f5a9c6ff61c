internal import FoundationEssentials
internal import Hikidashi
internal import HikidashiLoading
internal import TimelineKit

/// The pictures of a post, one at a time, as large as the window: zoomed, copied and saved.
@MainActor
final class MediaViewer {
  private let post: Post
  private let reader: Reader
  private let view = PictureView()
  private let words = Label().wrapping().selectable()
  private var index: Int
  private var bytes: [UInt8] = []
  private var loading: Task<Void, Never>?
  private weak var window: Window?

  init(_ post: Post, at index: Int, _ reader: Reader) {
    (self.post, self.index, self.reader) = (post, index, reader)
  }

  func present() {
    let count = post.pictures.count
    let window = Window(tr("Picture"), name: "media", width: 900, height: 700) {
      HeaderBar {
        Button(icon: "go-previous-symbolic", label: tr("Previous"), action: "win.previous")
        Button(icon: "go-next-symbolic", label: tr("Next"), action: "win.next")
      } end: {
        Button(icon: "document-save-symbolic", label: tr("Save …"), action: "win.save")
      }
      view
      Clamp(width: 640, Stack(.vertical, spacing: 0, [words.margin(12)]))
    }
    window.actions {
      Action("previous", title: tr("Previous picture"), shortcuts: "Page_Up", "p") {
        self.go(by: -1)
      }.enabled { count > 1 }
      Action("next", title: tr("Next picture"), shortcuts: "Page_Down", "n") {
        self.go(by: 1)
      }.enabled { count > 1 }
      Action("save", title: tr("Save the picture"), shortcuts: "<Control>s") {
        try await self.save()
      }
      Action("copy", title: tr("Copy the picture"), shortcuts: "<Control>c") {
        Clipboard.copy(Picture(encoded: self.bytes))
      }
      Action("browser", title: tr("Open in the browser"), shortcuts: "<Control>Return") {
        try await Desktop.open(link: self.post.pictures[self.index].address)
      }
      Action("leave", title: tr("Close"), shortcuts: "Escape") { self.window?.close() }
    }
    window.keep(self)
    self.window = window
    App.current?.show(window)
    show()
  }

  private func go(by step: Int) {
    index = (index + step + post.pictures.count) % post.pictures.count
    show()
  }

  private func show() {
    let picture = post.pictures[index]
    words.text = picture.alternative.ifAny ?? tr("Nobody says what it shows")
    window?.title = tr("Picture {} of {}", index + 1, post.pictures.count)
    view.show(nil, description: words.text)
    loading?.cancel()
    bytes = []
    guard let url = reader.url(of: picture, in: post) else { return }
    let connector = reader.connector
    loading = Task {
      do {
        let found = try await connector.load(LoadRequest(url), parser: DataParser()).value
        guard !Task.isCancelled else { return }
        bytes = found
        view.show(Picture(encoded: found), description: words.text)
        view.focus()
      } catch  where !Task.isCancelled {
        words.text += "\n" + "\(error)".asSentence
      } catch {}
    }
  }

  private func save() async throws {
    let name = post.pictures[index].address.split(separator: "/").last.map(String.init)
    guard !bytes.isEmpty, let window else { return }
    let path = try await window.present(FileSave(tr("Save Picture"), name: name ?? "picture"))
    let data = Data(bytes)
    try await Task.detached { try data.write(to: URL(filePath: path), options: .atomic) }.value
  }
}

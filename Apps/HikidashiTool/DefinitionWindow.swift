import Hikidashi

/// A window that shows what a file defines. The last good version stays while there is a mistake.
@MainActor
final class DefinitionWindow {
  private let file: WatchedFile
  private let data: WatchedFile?
  private let format: RecordFormat
  private let mistake = Label().wrapping().styleClass("error").margin(12).visible(
    false)
  private let place = Stack(.vertical, spacing: 0, []).expand()
  private let preview = Preview()
  private var shown: Part?

  init(_ path: String, data: String?, _ format: RecordFormat) {
    file = WatchedFile(path)
    self.data = data.map { WatchedFile($0) }
    self.format = format
  }

  func makeWindow(isWatched: Bool) -> Window {
    if isWatched {
      place.follow { _ in self.show() }
    } else {
      show()
    }
    return Window(file.path, name: "definition", width: 900, height: 640) {
      mistake
      place
    }
  }

  private func read() throws -> Part {
    let definition = try Definition(try file.contents.get(), file: file.path)
    return try preview.part(of: definition, in: file.path, rows: rows())
  }

  private func rows() throws -> Preview.Rows? {
    guard let data else { return nil }
    return Preview.Rows(path: data.path, bytes: try data.contents.get(), format: format)
  }

  private func show() {
    do {
      let part = try read()
      if let shown { place.remove(shown) }
      shown = part
      place.append(part)
      mistake.isVisible = false
    } catch {
      mistake.text = "\(error)"
      mistake.isVisible = true
    }
  }
}

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
  /// What the last good version has become.
  private(set) var shown: Part?

  init(_ path: String, data: String?, _ format: RecordFormat) {
    file = WatchedFile(path)
    self.data = data.map { WatchedFile($0) }
    self.format = format
  }

  func makeWindow(isWatched: Bool) -> Window {
    if isWatched {
      // What is made of them reads records and settings, which change without the files.
      place.follow {
        (self.file.contents, self.data?.contents)
      } apply: { _, contents in
        self.show(contents)
      }
    } else {
      show((file.contents, data?.contents))
    }
    return Window(file.path, name: "definition", width: 900, height: 640) {
      mistake
      place
    }
  }

  private typealias Contents = Result<[UInt8], UnreadableFile>

  private func show(_ contents: (file: Contents, data: Contents?)) {
    do {
      let definition = try Definition(try contents.file.get(), file: file.path)
      let part = try preview.part(of: definition, in: file.path, rows: rows(contents.data))
      if let shown { place.remove(shown) }
      shown = part
      place.append(part)
      mistake.isVisible = false
    } catch {
      mistake.text = "\(error)"
      mistake.isVisible = true
    }
  }

  private func rows(_ contents: Contents?) throws -> Preview.Rows? {
    guard let data, let contents else { return nil }
    return Preview.Rows(path: data.path, bytes: try contents.get(), format: format)
  }
}

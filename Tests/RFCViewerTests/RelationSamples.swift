import CHikidashiGTK
import Foundation
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport

@testable import RFCViewer

/// A small mirror of documents that replace, update and name one another, and an app on it.
@MainActor
enum RelationSamples {
  private nonisolated static let index = """
                                   RFC INDEX
                                  ---------

    1 Old Foxes. A. Author. April 1981. (Format: TXT) (Obsoleted by RFC2)
         (Status: PROPOSED STANDARD)

    2 New Foxes. A. Author, B. Author. April 2001. (Format: TXT) (Obsoletes RFC1)
         (Updated by RFC3) (Status: INTERNET STANDARD)

    3 Foxes and Dogs. C. Author. May 2010. (Format: TXT) (Updates RFC2)
         (Status: PROPOSED STANDARD)

    4 Far Words. D. Author. June 2011. (Format: TXT) (Status: INFORMATIONAL)

    """

  private nonisolated static let naming = """
    1.  Dogs

       A dog MUST bark as RFC 2 says.  It SHOULD NOT bite.  The Animal Control
       Protocol (ACP) MAY help; ACP is old.

    2.  Normative References

       [RFC2]  Author, A., "New Foxes", RFC 2, April 2001.

    """

  nonisolated static func fill(_ folder: ScratchFolder) throws {
    for (name, text) in [
      ("rfc-index.txt", index), ("rfc1.txt", DifferencePageTests.old),
      ("rfc2.txt", DifferencePageTests.new), ("rfc3.txt", naming),
    ] {
      try folder.write(text, to: name)
    }
  }

  /// Starts an app with its windows, as `rfcviewer` does.
  static func launch(
    _ folder: ScratchFolder, in storage: MemoryStorage = MemoryStorage(), open: Int? = nil
  ) async throws -> (App, ViewerWindows, Stage, StateStore) {
    let library = try RFCLibrary.mirror(directory: folder.url.path)
    let state = StateStore(in: storage)
    let windows = ViewerWindows(in: state, library) {
      ViewerWindow(library, state: $0, name: $1)
    }
    let id = "io.github.hikidashi.Test\(UInt64.random(in: 1 ... .max))"
    let app = App(id: id, instance: .separate) {
      ViewerApp.comeBack(windows, IndexLoad(library), open: open)
    }
    let stage = try await Stage.launch(app)
    await windows.open.first?.viewer.settled()
    try await stage.settle()
    return (app, windows, stage, state)
  }

  /// An app on the mirror, with one window.
  @MainActor
  struct Scene {
    let folder: ScratchFolder
    let app: App
    let viewer: ViewerWindow
    let stage: Stage

    init(open: Int, width: Int? = nil) async throws {
      folder = try ScratchFolder()
      try RelationSamples.fill(folder)
      let (app, windows, stage, _) = try await RelationSamples.launch(folder, open: open)
      if let width { RelationSamples.resize(stage.window, width: width) }
      (self.app, self.stage, viewer) = (app, stage, windows.open[0].viewer)
    }

    func end() async throws {
      app.quit()
      try await until("the end") { stage.window.native == nil }
    }
  }

  static func resize(_ window: Window, width: Int, height: Int = 640) {
    guard let native = window.native else { return }
    gtk_window_set_default_size(native.cast(to: GtkWindow.self), Int32(width), Int32(height))
  }
}

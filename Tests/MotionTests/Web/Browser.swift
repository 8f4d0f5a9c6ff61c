import Foundation
import TestSupport

/// Chromium without a window.
enum Browser {
  static let names = ["chromium", "chromium-browser", "google-chrome"]

  /// What a page has written into its `pre`. Waits for it on a thread of its own.
  static func text(of page: String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try read(page) }) }
    }
  }

  private static func read(_ page: String) throws -> String {
    let folder = try ScratchFolder()
    try folder.write(page, to: "page.html")
    guard let path = names.lazy.compactMap({ Tool($0).path }).first else { throw Missing() }
    let run = try Run(
      path,
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
        "--disable-background-networking", "--disable-dev-shm-usage",
        "--user-data-dir=\(folder.url.path)/profile", "--timeout=240000", "--dump-dom",
        "file://\(folder.url.path)/page.html",
      ])
    let status = run.wait()
    let output = run.standardOutput
    guard status == 0, let start = output.range(of: "<pre id=\"out\">"),
      let end = output.range(of: "</pre>", range: start.upperBound..<output.endIndex)
    else { throw Failed(status: status, errors: run.standardError) }
    return String(output[start.upperBound..<end.lowerBound])
  }

  struct Missing: Error {}

  struct Failed: Error {
    var status: Int32
    var errors: String
  }
}

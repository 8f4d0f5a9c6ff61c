import Foundation
import HikidashiBase

/// The whole `rfcviewer sync`, which checks, keeps and remembers what comes, beside curl that writes
/// the same documents into files.
struct MirrorRun {
  private static let numbers = 1...5_000
  private static let connections = 8
  private let folder: URL
  private let server: SyncServer
  private let program: URL

  init(folder: URL, server: SyncServer) throws {
    self.folder = folder
    self.server = server
    program = URL(fileURLWithPath: executablePath()).deletingLastPathComponent()
      .appendingPathComponent("rfcviewer")
    try publish()
  }

  func measure(_ report: inout Report) throws {
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      report.leaveOut("rfcviewer")
      return
    }
    // Each round in a folder of its own, which stays until the end: ext4 looks for a free inode much
    // longer where thousands of files were removed a moment ago.
    var rounds = (ours: 0, curl: 0)
    try report.addPair(
      "rfcviewer sync --all of \(Self.numbers.count) documents over \(Self.connections) connections",
      ours: {
        rounds.ours += 1
        try sync(into: path("kept-\(rounds.ours)"))
      },
      curl: {
        rounds.curl += 1
        let plain = path("plain-\(rounds.curl)")
        try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
        try Curl.fetch(path("mirror-list"), Self.connections, into: plain)
      })
    try report.addPair(
      "rfcviewer sync --all with nothing changed",
      ours: { try sync(into: path("kept-\(rounds.ours)")) },
      curl: {
        try Curl.fetch(
          path("mirror-list"), Self.connections, into: path("plain-\(rounds.curl)"))
      })
  }

  private func sync(into kept: URL) throws {
    try Curl.run(
      program,
      [
        "sync", "--all", "--jobs", "\(Self.connections)", "--mirror", server.address, "--into",
        kept.path,
      ])
  }

  private func path(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// An index, a feed and the documents, and the list for curl.
  private func publish() throws {
    let documents = server.content.appendingPathComponent("rfc")
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    var list = ""
    for number in Self.numbers {
      let line = "RFC \(number) has this line, and it is like the ones above and below it.\n"
      let text = "Request for Comments: \(number)\n" + String(repeating: line, count: 760)
      // Without an end as documents have, it would be asked for twice.
      let end = "\n\nAuthor      [Page 1]\n"
      try (Data(text.utf8.prefix(50_000 - end.utf8.count)) + Data(end.utf8))
        .write(to: documents.appendingPathComponent("rfc\(number).txt"))
      list += "url = \"\(server.address)/rfc/rfc\(number).txt\"\noutput = \"rfc\(number).txt\"\n"
    }
    try Data(list.utf8).write(to: path("mirror-list"))
    let entries = Self.numbers.map { "\($0) Title \($0). A. Author. April 1969. (Status: UNKNOWN)" }
    let index = "RFC INDEX\n---------\n\n" + entries.joined(separator: "\n\n") + "\n"
    try Data(index.utf8).write(to: server.content.appendingPathComponent("rfc-index.txt"))
    try Data("<?xml version=\"1.0\"?><rss version=\"2.0\"/>".utf8)
      .write(to: server.content.appendingPathComponent("rfcrss.xml"))
  }
}

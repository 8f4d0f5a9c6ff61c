internal import FoundationEssentials
import Glibc
import HikidashiCommands
import HikidashiLoading
import TimelineKit

/// `timeline opml`, which takes over the feeds of another reader, and hands them on.
struct OPMLCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput

  static var command: Command {
    Command(
      "opml", tr("in FILE | out [FILE]"),
      summary: tr("Add the feeds of another reader’s list, or write such a list."),
      description: tr(
        """
        The form is OPML, which nearly all readers of feeds have. A hyphen, or no file, is
        standard input or output. Feeds that are there already are left as they are.
        """),
      options: [.folder]
    ) { try OPMLCommand(arguments: $0, output: $1).run() }
  }

  private func run() throws {
    let words = arguments.words
    guard let deed = words.first, ["in", "out"].contains(deed) else {
      throw CommandMisuse.missing(tr("“in FILE” or “out”"), command: "opml")
    }
    guard words.count <= 2, deed == "out" || words.count == 2 else {
      throw CommandMisuse(tr("give one file"))
    }
    let store = try CommandLineTool.openStore(arguments)
    if deed == "in" {
      try read(words[1], into: store)
    } else {
      try write(words.dropFirst().first, store)
    }
  }

  private func read(_ path: String, into store: TimelineStore) throws {
    var parser = OPMLParser()
    _ = parser.feed(try output.read(path))
    let list = try parser.finish()
    for problem in list.problems { output.complain("\(problem)") }
    let known = Set(store.sortedSources.map(\.id))
    var added = list.sources.filter { !known.contains($0.id) }
    for index in added.indices { added[index].added = Date() }
    try store.put(added)
    try output.write(
      trn(
        "{} feed added, {} were there", "{} feeds added, {} were there", added.count, added.count,
        list.sources.count - added.count) + "\n")
    if list.repeated > 0 {
      output.complain(
        trn(
          "{} feed stands in the list once more; it is in its first folder",
          "{} feeds stand in the list once more; each is in its first folder", list.repeated,
          list.repeated))
    }
    if list.problemCount > 0 { throw CommandError.incompleteList(list.problemCount) }
  }

  private func write(_ path: String?, _ store: TimelineStore) throws {
    let sources = store.atMovedAddresses(store.sortedSources)
    let text = OPML.text(of: sources.map(\.withoutPassword), title: "Timeline")
    let secret = sources.count { $0.hasPassword }
    if secret > 0 {
      output.complain(
        trn(
          "the password of {} feed is left out", "the passwords of {} feeds are left out", secret,
          secret))
    }
    guard let path, path != "-" else { return try output.write(text) }
    try FileWriter.write(text, to: path)
  }
}

/// Writes a file whole, or not at all.
private enum FileWriter {
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String {
      tr("cannot write “{}”: {}; check the path and its permissions", path, reason)
    }
  }

  static func write(_ text: String, to path: String) throws(Failure) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure(path: path, reason: String(cString: strerror(errno)))
    }
  }
}

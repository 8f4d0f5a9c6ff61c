package import Foundation
import Glibc

/// Runs a program under strace and reads what the system saw of its files.
///
/// Calls of several threads that overlap are taken at their worst: a write at its end and a sync at its
/// beginning, so that a sync is not said to cover what was written while it ran.
package struct SystemCallLog {
  private let root: String
  private var events: [FileEvent?] = []
  /// Calls that have begun and not ended, by thread: their text, and the place of a sync.
  private var begun: [Substring: (text: Substring, place: Int)] = [:]

  private static let calls =
    "?open,openat,?creat,write,pwrite64,writev,pwritev,?truncate,ftruncate,fallocate,?rename,"
    + "?renameat,renameat2,?link,linkat,?unlink,unlinkat,?rmdir,?mkdir,mkdirat,?mknod,mknodat,"
    + "fsync,fdatasync,syncfs"

  /// What a program did below the folder `root`, and the lines of its standard output.
  ///
  /// - Throws: where the program, or strace itself, fails; its words are in the error.
  package static func record(
    _ program: String, _ arguments: [String], below root: URL
  ) throws -> [FileEvent] {
    guard let strace = Tool("strace").path, let real = realpath(root.path, nil) else {
      throw Failure(description: Tool("strace").reason)
    }
    defer { free(real) }
    let folder = try ScratchFolder()
    let file = folder.url.appendingPathComponent("calls").path
    let run = try Run(
      strace, ["-f", "-y", "-s", "64", "-e", "trace=" + calls, "-o", file, program] + arguments)
    guard run.wait() == 0 else {
      throw Failure(description: "\(program) under strace: \(run.standardError)")
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return SystemCallLog.events(in: text, below: String(cString: real))
  }

  private struct Failure: Error, CustomStringConvertible { let description: String }

  /// Reads what `strace -f -y` wrote.
  package static func events(in text: String, below root: String) -> [FileEvent] {
    var log = SystemCallLog(root: root)
    for line in text.split(separator: "\n") { log.take(line) }
    return log.events.compactMap { $0 }
  }

  private init(root: String) { self.root = root }

  private mutating func take(_ line: Substring) {
    guard let space = line.firstIndex(of: " ") else { return }
    let thread = line[..<space]
    let text = line[space...].drop { $0 == " " }
    if text.hasPrefix("<... ") {
      guard let end = text.range(of: "resumed>"), let start = begun.removeValue(forKey: thread)
      else { return }
      let whole = start.text.reversed().drop { $0 == " " }.reversed() + text[end.upperBound...]
      let event = event(Substring(whole))
      switch event {
      case .sync?, .syncFileSystem?: events[start.place] = event
      default: events.append(event)
      }
    } else if let end = text.range(of: "<unfinished ...>") {
      begun[thread] = (text[..<end.lowerBound], events.count)
      events.append(nil)
    } else {
      events.append(event(text))
    }
  }

  /// The event of a call that has ended; nil for one that failed, or is about something else.
  private func event(_ call: Substring) -> FileEvent? {
    guard let open = call.firstIndex(of: "("),
      let close = call.range(of: ") ", options: .backwards)?.lowerBound, open < close,
      let equals = call[close...].range(of: "= ")
    else { return nil }
    let result = call[equals.upperBound...]
    if result.hasPrefix("-") || result.hasPrefix("?") { return nil }
    let words = Self.words(call[call.index(after: open)..<close])
    let name = call[..<open]
    if name == "write" || name == "writev", let first = words.first, first.hasPrefix("1<"),
      words.count > 1, path(first) == nil
    {
      return .acknowledge(Self.unquoted(words[1]))
    }
    return event(name, words, result: result)
  }

  private func event(_ name: Substring, _ words: [Substring], result: Substring) -> FileEvent? {
    switch name {
    case "open", "openat", "creat":
      guard let path = path(result) else { return nil }
      let isMaking = name == "creat" || words.contains { $0.contains("O_CREAT") }
      if words.contains(where: { $0.contains("O_TRUNC") }) || name == "creat" {
        return .truncate(path)
      }
      return isMaking ? .makeFile(path) : nil
    case "write", "writev", "pwritev": return path(words.first).map { .write($0, at: nil) }
    case "pwrite64": return path(words.first).map { .write($0, at: words.last.flatMap { Int($0) }) }
    case "ftruncate", "fallocate": return path(words.first).map { .truncate($0) }
    case "truncate": return named(words, 0).map { .truncate($0) }
    case "fsync", "fdatasync": return path(words.first).map { .sync($0) }
    case "syncfs": return path(words.first).map { .syncFileSystem($0) }
    case "mkdir", "mkdirat": return named(words, 0).map { .makeFolder($0) }
    case "mknod", "mknodat": return named(words, 0).map { .makeFile($0) }
    case "rmdir": return named(words, 0).map { .removeFolder($0) }
    case "unlink", "unlinkat":
      let isFolder = words.last?.contains("AT_REMOVEDIR") ?? false
      return named(words, 0).map { isFolder ? .removeFolder($0) : .removeFile($0) }
    case "rename", "renameat", "renameat2", "link", "linkat":
      guard let one = named(words, 0), let other = named(words, 1) else { return nil }
      if name.hasPrefix("link") { return .link(one, to: other) }
      return words.last?.contains("RENAME_EXCHANGE") ?? false
        ? .exchange(one, other) : .rename(one, to: other)
    default: return nil
    }
  }

  /// The path of an open file, as in `3</tmp/file>`; nil where it is not below the root.
  private func path(_ word: Substring?) -> String? {
    guard let word, let start = word.firstIndex(of: "<"), let end = word.lastIndex(of: ">") else {
      return nil
    }
    return below(String(word[word.index(after: start)..<end]))
  }

  /// The path that the name of this number among the arguments leads to.
  private func named(_ words: [Substring], _ number: Int) -> String? {
    let names = words.indices.filter { words[$0].hasPrefix("\"") }
    guard number < names.count else { return nil }
    let place = names[number]
    let text = Self.unquoted(words[place])
    if text.hasPrefix("/") { return below(text) }
    guard place > 0, let start = words[place - 1].firstIndex(of: "<"),
      let end = words[place - 1].lastIndex(of: ">")
    else { return nil }
    let folder = words[place - 1]
    return below(folder[folder.index(after: start)..<end] + "/" + text)
  }

  private func below(_ path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    let whole = "/" + parts.joined(separator: "/")
    return whole == root || whole.hasPrefix(root + "/") ? whole : nil
  }

  /// The arguments of a call.
  private static func words(_ text: Substring) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for place in text.indices {
      switch text[place] {
      case _ where isEscaped: isEscaped = false
      case "\\": isEscaped = isQuoted
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        words.append(text[start..<place])
        start = text.index(after: place)
      default: break
      }
    }
    words.append(text[start...])
    return words.map { word in word.drop { $0 == " " } }
  }

  private static func unquoted(_ word: Substring) -> String {
    let text = word.drop { $0 != "\"" }.dropFirst()
    guard let end = text.lastIndex(of: "\"") else { return "" }
    return String(text[..<end].replacing("\\n", with: ""))
  }
}

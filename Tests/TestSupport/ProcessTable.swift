import Foundation

/// What Linux tells about running processes and their sockets.
package enum ProcessTable {
  /// Whether a process of this number still runs; the dead that wait for burial do not count.
  package static func isRunning(_ process: Int32) -> Bool {
    guard let state = status(process)?.first else { return false }
    return state != "Z" && state != "X"
  }

  /// Whether a process waits for something to happen, as one that goes round and round never does.
  package static func isAsleep(_ process: Int32) -> Bool { status(process)?.first == "S" }

  /// Every process below `ancestor`, with its name.
  package static func descendants(of ancestor: Int32) -> [Int32: String] {
    var parents: [Int32: Int32] = [:]
    for process in numbers("/proc") {
      parents[process] = status(process).flatMap { $0.count > 1 ? Int32($0[1]) : nil }
    }
    var found: [Int32: String] = [:]
    for process in parents.keys {
      var above = parents[process]
      // Numbers that are given out anew while they are read could make a circle.
      for _ in 0..<parents.count {
        guard let parent = above, parent != ancestor else { break }
        above = parents[parent]
      }
      if above == ancestor { found[process] = name(process) }
    }
    return found
  }

  /// The addresses at which `process` listens for TCP, as the kernel writes them: an address of
  /// hexadecimal digits in memory order, a colon, the port.
  package static func listening(_ process: Int32) -> [String] {
    let sockets = descriptors(process)
    return listeners().filter { sockets.contains("socket:[\($0.socket)]") }.map(\.place)
  }

  /// The words that `process` was started with, which every user of the machine may read.
  package static func commandLine(_ process: Int32) -> [String] {
    text("/proc/\(process)/cmdline").split(separator: "\0").map(String.init)
  }

  /// The kernel's number of the socket at which a process listens at this port, on whatever address.
  package static func socket(listeningAt port: UInt16) -> String? {
    listeners().first { Int($0.place.suffix(4), radix: 16) == Int(port) }?.socket
  }

  /// Whether any process listens at this socket. Its port may be another program's as soon as it is free.
  package static func isListening(socket: String) -> Bool {
    listeners().contains { $0.socket == socket }
  }

  /// What the descriptors of a process stand for.
  private static func descriptors(_ process: Int32) -> Set<String> {
    let folder = "/proc/\(process)/fd"
    return Set(
      numbers(folder).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      })
  }

  private static func listeners() -> [(place: String, socket: String)] {
    ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table in
      text(table).split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ").map(String.init)
        return fields.count > 9 && fields[3] == "0A" ? (fields[1], fields[9]) : nil
      }
    }
  }

  /// The fields of a process's status line after its name, the state first, then the parent.
  private static func status(_ process: Int32) -> [Substring]? {
    let line = text("/proc/\(process)/stat")
    guard let end = line.lastIndex(of: ")") else { return nil }
    return line[end...].dropFirst(2).split(separator: " ")
  }

  private static func name(_ process: Int32) -> String {
    text("/proc/\(process)/comm").trimmingCharacters(in: .newlines)
  }

  private static func numbers(_ folder: String) -> [Int32] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.compactMap { Int32($0) }
  }

  private static func text(_ file: String) -> String {
    (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
  }
}

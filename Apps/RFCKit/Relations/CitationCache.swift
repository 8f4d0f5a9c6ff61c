import Glibc
import HikidashiStorage

/// What documents name, kept in a file: a line for each, with its size and time, its normative
/// references, its informative ones, and the others.
struct CitationCache {
  /// By what it is seen that a document is as it was.
  struct Stamp: Hashable {
    let size: Int
    let modified: Int
  }

  typealias Found = [Int: (stamp: Stamp, citations: [RFCCitations.Citation])]

  /// What is known.
  let found: Found
  private let folder: String?
  private let name: String

  private static let kinds: [ListedReference.Kind?] = [.normative, .informative, nil]
  /// The form of the file; one of another form is not read.
  private static let title = "rfcviewer citations 1"

  /// - Parameter directory: The folder of the documents.
  init(for directory: String) {
    folder = RFCFolder.userCachePath
    let own = Array(directory.utf8).withUnsafeBytes { XXHash64.hash($0) }
    let fileName = "citations-" + String(own, radix: 16) + ".tsv"
    name = fileName
    let bytes = folder.flatMap { try? FileReader.read($0 + "/" + fileName) } ?? []
    found = Self.read(String(decoding: bytes, as: UTF8.self))
  }

  private static func read(_ text: String) -> Found {
    var lines = text.split(separator: "\n")[...]
    guard lines.popFirst() == title[...] else { return [:] }
    var found: Found = [:]
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 3 + kinds.count, let number = Int(fields[0]), let size = Int(fields[1]),
        let modified = Int(fields[2])
      else { continue }
      let citations = zip(kinds, fields.dropFirst(3)).flatMap { kind, numbers in
        numbers.split(separator: ",").compactMap { Int($0) }.map {
          RFCCitations.Citation(number: $0, kind: kind)
        }
      }
      found[number] = (Stamp(size: size, modified: modified), citations)
    }
    return found
  }

  /// Writes what is known now; where it cannot, the documents are read again the next time.
  func keep(_ found: Found) {
    guard let folder, let files = try? FolderStorage(folder), let name = try? StorageName(name)
    else {
      return
    }
    var text = Self.title + "\n"
    for (number, entry) in found.sorted(by: { $0.key < $1.key }) {
      let lists = Self.kinds.map { kind in
        entry.citations.filter { $0.kind == kind }.map { String($0.number) }.joined(separator: ",")
      }
      let start = [number, entry.stamp.size, entry.stamp.modified].map { String($0) }
      text += (start + lists).joined(separator: "\t") + "\n"
    }
    try? files.write(Array(text.utf8), to: name, durability: .none)
  }

  /// The documents of a folder.
  static func stamps(in directory: String) -> [Int: Stamp] {
    guard let folder = opendir(directory) else { return [:] }
    defer { closedir(folder) }
    var stamps: [Int: Stamp] = [:]
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix("rfc"), name.hasSuffix(".txt"),
        let number = Int(name.dropFirst(3).dropLast(4)), number > 0
      else { continue }
      var status = stat()
      guard stat(directory + "/" + name, &status) == 0 else { continue }
      stamps[number] = Stamp(
        size: Int(status.st_size),
        modified: Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec))
    }
    return stamps
  }
}

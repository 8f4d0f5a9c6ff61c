import Glibc
import HikidashiLoading

/// The RFCs that a package of the system has put on this machine, as Debian's `doc-rfc` does.
///
/// ```swift
/// if let installed = InstalledDocuments.usual { print(installed.numbers.count, "in", installed.path) }
/// ```
///
/// Debian has them compressed in folders by status, `standard/rfc791.txt.gz`, and again as links in
/// `links`; the index is `rfc-index.txt.gz` beside these. Arch has plain files in `txt`. A document is
/// taken from whichever folder has it.
public struct InstalledDocuments: Sendable {
  /// The folder.
  public let path: String
  private let files: [Int: String]

  /// Where packages put them: Debian and Arch.
  private static let usualPaths = ["/usr/share/doc/RFC", "/usr/share/doc/rfc"]

  /// Those of this machine; nil where no package has brought any.
  ///
  /// - Complexity: O(*n*) in the files of the folder.
  public static var usual: InstalledDocuments? {
    usualPaths.lazy.compactMap { InstalledDocuments(in: $0) }.first
  }

  /// Looks into a folder; nil where it, and the folders in it, have no documents.
  ///
  /// - Complexity: O(*n*) in the files of the folder.
  public init?(in path: String) {
    var files: [Int: String] = [:]
    for folder in [path] + Self.names(in: path).sorted().map({ path + "/" + $0 }) {
      for name in Self.names(in: folder) {
        guard let number = Self.number(name), files[number] == nil else { continue }
        files[number] = folder + "/" + name
      }
    }
    guard !files.isEmpty else { return nil }
    (self.path, self.files) = (path, files)
  }

  /// The numbers of the documents, in ascending order.
  public var numbers: [Int] { files.keys.sorted() }

  /// Whether a document is there.
  public func has(_ number: Int) -> Bool { files[number] != nil }

  /// The text of a document, checked as an answer of a mirror is; nil where it is not there, or is not
  /// what its name says.
  ///
  /// - Complexity: O(*n*) in its bytes.
  public func document(_ number: Int) -> [UInt8]? {
    guard let path = files[number],
      let bytes = Self.contents(of: path, limit: RFCFile.document(number).mostBytes),
      RFCAnswerCheck.endsAsDocument(bytes),
      (try? RFCAnswerCheck.document(bytes, number: number)) != nil
    else { return nil }
    return bytes
  }

  /// The index that came with them; nil where none is there, or what is there is none.
  ///
  /// - Complexity: O(*n*) in its bytes.
  public func index() -> [UInt8]? {
    for name in ["rfc-index.txt", "rfc-index.txt.gz"] {
      if let bytes = Self.contents(of: path + "/" + name, limit: RFCFile.index.mostBytes),
        (try? RFCAnswerCheck.index(bytes)) != nil
      {
        return bytes
      }
    }
    return nil
  }

  private static func contents(of path: String, limit: Int) -> [UInt8]? {
    guard let bytes = try? FileReader.read(path) else { return nil }
    let file = GzipFile(bytes)
    return file.isGzip ? try? file.contents(limit: limit) : bytes
  }

  /// The number in the name of a document's file: `rfc791.txt`, `rfc0791.txt.gz`.
  private static func number(_ name: String) -> Int? {
    guard name.hasPrefix("rfc") else { return nil }
    let parts = name.dropFirst(3).split(separator: ".", omittingEmptySubsequences: false)
    guard let digits = parts.first,
      parts.dropFirst() == ["txt"] || parts.dropFirst() == ["txt", "gz"],
      1...6 ~= digits.count, digits.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return Int(digits).flatMap { 1...99_999 ~= $0 ? $0 : nil }
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

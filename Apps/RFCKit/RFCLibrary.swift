import Glibc

/// Where an index and documents come from.
///
/// ```swift
/// let library = try RFCLibrary.mirror(directory: "/srv/rfc")
/// let index = try library.index()
/// let document = try library.document(2119)
/// ```
public struct RFCLibrary: Sendable {
  private enum Source: Sendable {
    case mirror(String)
    case kept(String)
    case builtIn
  }

  private let source: Source

  private init(_ source: Source) {
    self.source = source
  }

  /// A folder with `rfc-index.txt` and documents `rfc1.txt`, `rfc2.txt` …
  ///
  /// - Throws: ``RFCLibraryError/noMirror(path:reason:)`` when the path is no folder.
  public static func mirror(directory: String) throws(RFCLibraryError) -> RFCLibrary {
    var status = stat()
    guard stat(directory, &status) == 0 else {
      throw .noMirror(path: directory, reason: FileReader.reason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .noMirror(path: directory, reason: FileReader.reason(ENOTDIR))
    }
    return RFCLibrary(.mirror(directory))
  }

  /// A folder that is filled from a mirror on the network: before its index is there, the built-in one
  /// stands in for it. Its document 0 is the guide, as that of ``builtIn`` is.
  public static func kept(in directory: String) -> RFCLibrary { RFCLibrary(.kept(directory)) }

  /// Some 300 entries of the index that come with the program, and its guide as document 0.
  public static let builtIn = RFCLibrary(.builtIn)

  /// The number under which ``builtIn`` and ``kept(in:)`` have the guide; no RFC has it.
  public static let guideNumber = 0

  /// The folder of a mirror; nil for the built-in library.
  public var directory: String? {
    switch source {
    case .mirror(let directory), .kept(let directory): directory
    case .builtIn: nil
    }
  }

  /// Whether what is missing can be fetched from a mirror on the network.
  public var isKept: Bool {
    if case .kept = source { true } else { false }
  }

  /// Whether the index is the one that comes with the program.
  public var hasBuiltInIndex: Bool {
    switch source {
    case .mirror: false
    case .kept(let directory): access(directory + "/rfc-index.txt", F_OK) != 0
    case .builtIn: true
    }
  }

  /// Looks whether there is an index, without reading it.
  ///
  /// - Throws: ``RFCLibraryError/unreadable(path:reason:)`` when the folder has none.
  public func checkIndex() throws(RFCLibraryError) {
    guard case .mirror(let directory) = source else { return }
    let path = directory + "/rfc-index.txt"
    guard access(path, R_OK) == 0 else {
      throw .unreadable(path: path, reason: FileReader.reason(errno))
    }
  }

  /// Reads the index.
  ///
  /// - Throws: ``RFCLibraryError`` when it cannot be read or is no index.
  /// - Complexity: O(*n*) in its bytes, about 15 ms for the 10,000 entries of 2026.
  public func index() throws(RFCLibraryError) -> RFCIndex {
    let (path, bytes): (String, [UInt8])
    switch source {
    case .mirror(let directory),
      .kept(let directory) where !hasBuiltInIndex:
      path = directory + "/rfc-index.txt"
      bytes = try FileReader.read(path)
    case .builtIn, .kept:
      (path, bytes) = ("rfc-index.txt", BuiltInLibrary.index)
    }
    do throws(RFCIndexError) {
      return try RFCIndex(parsing: bytes)
    } catch {
      throw .index(path: path, error)
    }
  }

  /// Whether the library has the text of this RFC.
  public func hasDocument(_ number: Int) -> Bool {
    switch source {
    case .kept where number == Self.guideNumber, .builtIn:
      number == Self.guideNumber
    case .mirror(let directory), .kept(let directory):
      number > 0 && access(Self.path(of: number, in: directory), R_OK) == 0
    }
  }

  /// Reads the text of an RFC.
  ///
  /// - Throws: ``RFCLibraryError`` when the library does not have it or it cannot be read.
  /// - Complexity: O(*n*) in its bytes.
  public func document(_ number: Int) throws(RFCLibraryError) -> RFCDocument {
    switch source {
    case .kept where number == Self.guideNumber, .builtIn:
      guard number == Self.guideNumber else { throw .notInLibrary(number: number) }
      return RFCDocument(BuiltInLibrary.guide, number: number)
    case .mirror(let directory), .kept(let directory):
      guard number > 0 else { throw .notInLibrary(number: number) }
      let path = Self.path(of: number, in: directory)
      guard access(path, F_OK) == 0 || errno != ENOENT else { throw .notInLibrary(number: number) }
      return RFCDocument(try FileReader.read(path), number: number)
    }
  }

  /// Made of nothing but the number, so that no text from outside ever becomes part of a path.
  private static func path(of number: Int, in directory: String) -> String {
    directory + "/rfc" + String(number) + ".txt"
  }
}

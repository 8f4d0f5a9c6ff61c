/// The name of stored bytes: one or more components that are separated by slashes, as in
/// `settings/window.json`.
///
/// A name says where below a root the bytes are and can never lead out of it. It has no empty
/// component, no `.` and no `..`, no control characters, at most 255 bytes of UTF-8 in a component
/// and 1,024 in all, and at most 64 components. Names are compared byte by byte: upper and lower case, and the composed and
/// decomposed forms of a letter, are different names.
///
/// ```swift
/// let window: StorageName = "settings/window.json"
/// let draft = try StorageName("drafts/\(title).txt")  // throws where the title has a slash too many
/// ```
///
/// A literal stands in the program's text; a wrong one stops the program.
public struct StorageName: Sendable {
  /// The name as it is written.
  public let text: String

  /// The most bytes of UTF-8 that a component has.
  public static let componentLimit = 255
  /// The most bytes of UTF-8 that a name has.
  public static let limit = 1_024
  /// The most components that a name has.
  public static let depthLimit = 64

  /// Makes a name of `text`.
  ///
  /// - Throws: ``StorageError/badName(_:_:)``, which says what is wrong with it.
  /// - Complexity: O(*n*) in the bytes of `text`.
  public init(_ text: String) throws(StorageError) {
    if let problem = NameProblem.first(in: text) { throw .badName(text, problem) }
    self.text = text
  }

  /// Makes a name that is known to be one, or one of our own that others may not use.
  init(unchecked text: String) { self.text = text }
}

extension StorageName: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    if let problem = NameProblem.first(in: text) {
      // The name stands in the program's text, so nothing but the program can mend this.
      preconditionFailure(StorageError.badName(text, problem).description)
    }
    self.text = text
  }
}

extension StorageName {
  /// The parts between the slashes; there is at least one.
  public var components: [String] {
    text.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  /// The last component.
  public var lastComponent: String {
    text.utf8.lastIndex(of: slash).map { String(text[text.utf8.index(after: $0)...]) } ?? text
  }

  /// The name of the folder that holds this one; nil where it is directly below the root.
  public var folder: StorageName? {
    text.utf8.lastIndex(of: slash).map { StorageName(unchecked: String(text[..<$0])) }
  }

  /// The folders above, the nearest first.
  var folders: [StorageName] {
    var found: [StorageName] = []
    while let next = (found.last ?? self).folder { found.append(next) }
    return found
  }

  /// Whether this name lies in `folder`, at any depth; all do where it is nil.
  public func isUnder(_ folder: StorageName?) -> Bool {
    guard let folder = folder?.text.utf8 else { return true }
    let own = text.utf8
    guard own.count > folder.count + 1, own.starts(with: folder) else { return false }
    return own[own.index(own.startIndex, offsetBy: folder.count)] == slash
  }

  /// Components of names that begin so are this module's own.
  static let reserved = ".hikidashi-"
}

extension StorageName: Hashable, Comparable, CustomStringConvertible {
  public static func == (one: StorageName, other: StorageName) -> Bool {
    // Strings are equal where their letters are, whatever the bytes.
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// In the order of the bytes.
  public static func < (one: StorageName, other: StorageName) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  public var description: String { text }
}

private let slash = UInt8(ascii: "/")

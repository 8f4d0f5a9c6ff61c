/// The name of stored bytes: one or more components separated by slashes, as in
/// `settings/window.json`.
///
/// A name says where below a root the bytes are and can never lead out of it. It has no empty
/// component, no `.` and no `..`, no control characters, at most 255 bytes of UTF-8 in a component
/// and 1,024 in all, and at most 64 components. Names are compared byte by byte: upper and lower
/// case, and the composed and decomposed forms of a letter, are different names.
///
/// ```swift
/// let window: StorageName = "settings/window.json"
/// let draft = try StorageName("drafts/\(title).txt")  // throws if the name is invalid
/// ```
///
/// An invalid literal stops the program.
public struct StorageName: Sendable {
  /// The text of the name.
  public let text: String

  /// The maximum number of bytes of UTF-8 in a component.
  public static let componentLimit = 255
  /// The maximum number of bytes of UTF-8 in a name.
  public static let limit = 1_024
  /// The maximum number of components in a name.
  public static let depthLimit = 64

  /// Creates a name from a text.
  ///
  /// - Throws: ``StorageError/badName(_:_:)``, which says what is wrong with it.
  /// - Complexity: O(*n*) in the bytes of `text`.
  public init(_ text: String) throws(StorageError) {
    if let problem = NameProblem.first(in: text) { throw .badName(text, problem) }
    self.text = text
  }

  /// Creates a name without checking it, for valid texts and for reserved names.
  init(unchecked text: String) { self.text = text }
}

extension StorageName: ExpressibleByStringLiteral {
  /// Creates a name from a literal; an invalid one stops the program.
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

  /// The name of the folder that contains this name; nil if it is directly below the root.
  public var folder: StorageName? {
    text.utf8.lastIndex(of: slash).map { StorageName(unchecked: String(text[..<$0])) }
  }

  /// The folders above this name, the nearest first.
  var folders: [StorageName] {
    var found: [StorageName] = []
    while let next = (found.last ?? self).folder { found.append(next) }
    return found
  }

  /// Returns whether this name lies below `folder`, at any depth; always true if it is nil.
  public func isUnder(_ folder: StorageName?) -> Bool {
    guard let folder = folder?.text.utf8 else { return true }
    let own = text.utf8
    guard own.count > folder.count + 1, own.starts(with: folder) else { return false }
    return own[own.index(own.startIndex, offsetBy: folder.count)] == slash
  }

  /// The prefix of components that are reserved for this module.
  static let reserved = ".hikidashi-"
}

extension StorageName: Hashable, Comparable, CustomStringConvertible {
  /// Whether both names have the same bytes.
  public static func == (one: StorageName, other: StorageName) -> Bool {
    // Strings are equal where their letters are, whatever the bytes.
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// Whether the bytes of `one` come before those of `other`.
  public static func < (one: StorageName, other: StorageName) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The text of the name.
  public var description: String { text }
}

private let slash = UInt8(ascii: "/")

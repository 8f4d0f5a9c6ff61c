public import FoundationEssentials

/// A server that offers the RFC Editor's files.
///
/// ```swift
/// let mirror = try RFCMirror("https://www.rfc-editor.org")
/// print(mirror.document(2119))   // https://www.rfc-editor.org/rfc/rfc2119.txt
/// ```
public struct RFCMirror: Sendable, Hashable {
  /// The address that the paths of the files are put behind, without a slash at its end, and with the
  /// name of a user and a password where they were given; people are shown ``name``.
  public let address: String
  private let base: URL

  /// - Throws: ``RFCMirrorError`` when the text is no address of a web server.
  public init(_ address: String) throws(RFCMirrorError) {
    let trimmed = String(address.reversed().drop { $0 == "/" }.reversed())
    let allowed = trimmed.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    guard allowed, let url = URL(string: trimmed), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty,
      !host.hasPrefix("."), url.query == nil,
      url.fragment == nil
    else { throw RFCMirrorError(address: address) }
    self.address = trimmed
    base = url
  }

  /// The RFC Editor's own.
  public static let rfcEditor = RFCMirror(known: "https://www.rfc-editor.org")

  private init(known address: String) {
    self.address = address
    // Written here, and an address of a web server.
    base = URL(string: address) ?? URL(filePath: "/")
  }

  /// Whether a person who is asked for a mirror has given an address, and not a folder.
  public static func isAddress(_ text: String) -> Bool {
    text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://")
  }

  public var index: URL { file("rfc-index.txt") }

  /// The index as XML.
  public var xmlIndex: URL { file("rfc-index.xml") }

  /// The feed of new RFCs.
  public var feed: URL { file("rfcrss.xml") }

  /// The errata of all RFCs.
  public var errata: URL { file("errata.json") }

  /// The text of an RFC, or another form of it: `pdf`, `html`.
  public func document(_ number: Int, as form: String = "txt") -> URL {
    file("rfc/rfc\(number).\(form)")
  }

  private func file(_ path: String) -> URL { base.appending(path: path) }

  /// The address as people read it: without the name of a user, and without a password.
  public var name: String {
    guard let start = address.firstRange(of: "://")?.upperBound,
      let at = address[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
    else { return address }
    return address[..<start] + String(address[address.index(after: at)...])
  }

  /// A name for a folder with what came from here: no other mirror has it, whoever asks that one.
  ///
  /// Letters, digits, dots and hyphens of ``name`` stay; every other byte is `_` and two hexadecimal
  /// digits.
  public var folderName: String { Self.folderName(name) }

  /// The folder's name as it was when it had the password, too; nil where there is none.
  var formerFolderName: String? { name == address ? nil : Self.folderName(address) }

  private static func folderName(_ address: String) -> String {
    address.drop { $0 != "/" }.drop { $0 == "/" }.lowercased().utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E: String(UnicodeScalar(byte))
      default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}

/// What was given as a mirror is no address of a web server.
public struct RFCMirrorError: Error, Sendable, Hashable, CustomStringConvertible {
  public let address: String

  public init(address: String) { self.address = address }

  public var description: String {
    tr(
      "“{}” is no mirror; give an address such as https://www.rfc-editor.org",
      address.withoutPassword)
  }
}

extension String {
  /// What is told of a text that may be a wrong address, as of a mirror or a queue: nothing of what
  /// stands before its last `@`, where a password may be.
  public var withoutPassword: String {
    guard let at = lastIndex(of: "@"), self[..<at].contains(":") else { return self }
    return String(self[index(after: at)...])
  }
}

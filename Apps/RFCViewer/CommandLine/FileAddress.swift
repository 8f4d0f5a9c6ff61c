import Glibc

/// The path of a file in the forms in which a shell and a file manager name it.
enum FileAddress {
  /// The path of a file that a word on the command line names: a URI, or a path with a slash or an ending.
  ///
  /// - Returns: Nil for the number of an RFC, in whatever form. A path from the folder that the program was
  ///   started in is made a whole one, as the running app may have another.
  static func file(_ word: String) -> String? {
    if let path = path(word) { return path }
    guard !word.contains(":"), word.contains("/") || word.lowercased().hasSuffix(".txt") else {
      return nil
    }
    if word.hasPrefix("/") { return word }
    guard let folder = getcwd(nil, 0) else { return word }
    defer { free(folder) }
    return String(cString: folder) + "/" + word
  }

  /// The path of a URI of a file on this machine; nil for any other.
  ///
  /// - Source: RFC 8089, section 2, and RFC 3986, section 2.1.
  static func path(_ uri: String) -> String? {
    guard uri.lowercased().hasPrefix("file:") else { return nil }
    var rest = uri.utf8.dropFirst(5)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = String(Substring(rest.prefix { $0 != UInt8(ascii: "/") })).lowercased()
      guard host.isEmpty || host == "localhost" else { return nil }
      rest = rest.drop { $0 != UInt8(ascii: "/") }
    }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

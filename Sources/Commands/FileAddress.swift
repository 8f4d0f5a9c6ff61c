internal import Glibc

/// The path of a file in the forms in which shells, file managers and other programs name it.
///
/// ```swift
/// FileAddress.path("file:///home/ann/a%20book.txt")  // "/home/ann/a book.txt"
/// FileAddress.whole("a book.txt")                    // "/home/ann/a book.txt", started in /home/ann
/// ```
public enum FileAddress {
  /// Makes a path that is meant from the folder that the program was started in a whole one, as another program that
  /// gets it may have been started elsewhere. One that begins with a slash is given back as it is.
  public static func whole(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// The path of a URI of a file on this machine; nil for any other.
  ///
  /// - Source: RFC 8089, section 2, and RFC 3986, section 2.1.
  public static func path(_ uri: String) -> String? {
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

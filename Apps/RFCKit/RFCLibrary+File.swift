extension RFCLibrary {
  /// Reads a document that lies anywhere, as one that was opened from a file manager.
  ///
  /// ```swift
  /// let document = try RFCLibrary.document(at: "/home/ann/Downloads/rfc9110.txt")
  /// ```
  ///
  /// Its number is that in its file name; see ``number(ofFile:)``.
  ///
  /// - Throws: ``RFCLibraryError`` when it cannot be read.
  /// - Complexity: O(*n*) in its bytes.
  public static func document(at path: String) throws(RFCLibraryError) -> RFCDocument {
    RFCDocument(try FileReader.read(path), number: number(ofFile: path))
  }

  /// The number of the RFC that a file is named for: 9110 for `rfc9110.txt`; nil for other names.
  public static func number(ofFile path: String) -> Int? {
    let name = path.split(separator: "/").last ?? ""
    guard name.lowercased().hasPrefix("rfc"), name.contains(".") else { return nil }
    return name.split(separator: ".").first.flatMap { RFCEntry.number(String($0)) }
  }
}

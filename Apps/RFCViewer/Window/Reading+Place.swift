extension Reading {
  /// The number of a file that is named for no RFC.
  static let unknownNumber = -1

  /// A visit to a document.
  struct Place: Codable, Equatable {
    var number: Int
    /// Tells the visit from others to the same document, whose places are others. It is drawn and not
    /// counted, as visits come back at the next start.
    var visit = Int.random(in: 1...Int(Int32.max))
    /// Where the text in view begins, in Unicode scalars.
    var top = 0
    /// How far the view begins below that line, in pixels; nil for not at all.
    var depth: Double?
    /// Where the cursor stands: on the link that was left, after one was followed.
    var cursor = 0
    /// The section that is meant, until the document is there.
    var section: String?
    /// Where in the text's UTF-8 it is to be opened, as a search says it; nil once it is shown.
    var byte: Int?
    /// The file that was opened; nil for a document of the library.
    var path: String?
  }
}

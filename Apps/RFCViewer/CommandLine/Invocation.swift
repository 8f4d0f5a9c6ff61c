/// What the words on the command line ask for.
enum Invocation: Equatable {
  /// Open the window.
  case window(WindowOptions)
  /// Everything is done; end with this code.
  case exit(Int32)
}

/// What the window is to show when it opens.
struct WindowOptions: Equatable {
  /// A folder with an index and documents, or the address of a mirror; nil for the RFC Editor's.
  var mirror: String?
  /// Whether no server is to be asked.
  var isOffline = false
  /// The number of the document to open.
  var open: Int?
  /// Where to write a picture of the window; the program ends afterwards.
  var screenshot: String?
  /// The flags of settings, by their names, and their values.
  var flags: [String: String] = [:]
}

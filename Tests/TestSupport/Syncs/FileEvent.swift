/// What a program has done to files, folders and their names, as far as it matters after a power cut.
package enum FileEvent: Hashable, Sendable {
  /// A file was opened and made where it was missing.
  case makeFile(String)
  case makeFolder(String)
  /// Bytes were written, at this offset where the call names one.
  case write(String, at: Int?)
  case truncate(String)
  case rename(String, to: String)
  case exchange(String, String)
  case link(String, to: String)
  case removeFile(String)
  case removeFolder(String)
  /// The program waited until a file's bytes, or a folder's names, were on the disk.
  case sync(String)
  /// The program waited until all that a file system has was on the disk; any path of it.
  case syncFileSystem(String)
  /// The program said that something is durable.
  case acknowledge(String)
}

import Glibc

/// The calls of the system that ``FolderStorage`` is made of, so that a disk of our own can stand
/// in for the real one and lose power at any of them.
///
/// Every path is one component below a folder that is open already, and no call follows a link.
package protocol FileOperations: Sendable {
  /// Opens the folder at `path`, which is made, with those above it, where it is missing.
  func openRoot(_ path: String) throws(FileFailure) -> Int32
  /// Opens a folder below another anew; `.` opens the same folder again.
  func openFolder(_ name: String, in folder: Int32) throws(FileFailure) -> Int32
  func openFile(_ name: String, in folder: Int32, for use: FileUse) throws(FileFailure) -> Int32
  func makeFolder(_ name: String, in folder: Int32) throws(FileFailure)

  /// Reads at the file's own position; the count is 0 at its end.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int
  /// Writes at the file's own position, or at its end; the count may be less than was given.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(FileFailure) -> Int
  func truncate(_ file: Int32, to size: Int) throws(FileFailure)
  /// Waits until what was written to a file, or entered into a folder, is on the disk.
  func sync(_ descriptor: Int32) throws(FileFailure)
  /// Takes the lock of what is open, for as long as it is open; false where another has it.
  func lock(_ descriptor: Int32) throws(FileFailure) -> Bool
  func close(_ descriptor: Int32)

  func rename(
    _ name: String, in folder: Int32, to newName: String, in newFolder: Int32
  ) throws(FileFailure)
  /// Gives each of two names what the other has.
  func exchange(
    _ name: String, in folder: Int32, with otherName: String, in otherFolder: Int32
  ) throws(FileFailure)
  func unlink(_ name: String, in folder: Int32) throws(FileFailure)
  /// Removes a folder that is empty.
  func removeFolder(_ name: String, in folder: Int32) throws(FileFailure)

  func status(_ name: String, in folder: Int32) throws(FileFailure) -> FileStatus
  func status(of descriptor: Int32) throws(FileFailure) -> FileStatus
  /// The names in a folder that was opened for this, in any order, without those that are no text.
  func names(in folder: Int32) throws(FileFailure) -> [String]
}

/// What a file is opened for.
package enum FileUse: Sendable {
  case reading
  /// Writing behind what is there; it is made, for its owner alone, where it is missing.
  case appending
  /// Writing from the start; it is made, for its owner alone, and must not be there.
  case making
}

extension FileOperations {
  /// Waits for the lock of what is open, up to ten seconds.
  func waitForLock(_ descriptor: Int32) throws(FileFailure) {
    var pause: UInt32 = 50
    var waited: UInt32 = 0
    while try !lock(descriptor) {
      guard waited < 10_000_000 else { throw FileFailure(EBUSY, in: "flock") }
      usleep(pause)
      waited += pause
      pause = min(pause * 2, 5_000)
    }
  }
}

/// What the system says of a file.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case file, folder, other }

  package var kind: Kind
  package var size: Int
  package var modified: Duration
  /// How many names it has; 0 for one that was removed while it is open.
  package var links: Int

  package init(kind: Kind, size: Int, modified: Duration, links: Int) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.links = links
  }
}

/// A call of the system that failed.
package struct FileFailure: Error, Equatable, Sendable {
  /// The value of `errno`.
  package var code: Int32
  package var call: String

  package init(_ code: Int32, in call: String) {
    self.code = code
    self.call = call
  }
}

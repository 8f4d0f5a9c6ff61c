import Glibc

/// The system calls that ``FolderStorage`` makes, so that a simulated disk can replace the real one
/// and lose power at any call.
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
  /// Locks an open file or folder until it is closed; returns false if somebody else has the lock.
  func lock(_ descriptor: Int32) throws(FileFailure) -> Bool
  func close(_ descriptor: Int32)

  func rename(
    _ name: String, in folder: Int32, to newName: String, in newFolder: Int32
  ) throws(FileFailure)
  /// Exchanges the files of two names.
  func exchange(
    _ name: String, in folder: Int32, with otherName: String, in otherFolder: Int32
  ) throws(FileFailure)
  func unlink(_ name: String, in folder: Int32) throws(FileFailure)
  /// Removes a folder that is empty.
  func removeFolder(_ name: String, in folder: Int32) throws(FileFailure)

  func status(_ name: String, in folder: Int32) throws(FileFailure) -> FileStatus
  func status(of descriptor: Int32) throws(FileFailure) -> FileStatus
  /// The names in a folder that was opened for this, in any order, without those that are not valid
  /// UTF-8.
  func names(in folder: Int32) throws(FileFailure) -> [String]
}

/// What a file is opened for.
package enum FileUse: Sendable {
  case reading
  /// Appending to the file, which is made, for its owner alone, if it is missing.
  case appending
  /// Writing a new file, which is made, for its owner alone, and must not exist yet.
  case making
}

extension FileOperations {
  /// Waits up to ten seconds for the lock of an open file or folder.
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

/// The kind, size, modification time and number of links of a file.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case file, folder, other }

  package var kind: Kind
  package var size: Int
  package var modified: Duration
  /// The number of names that the file has; 0 for an open file that was removed.
  package var links: Int

  package init(kind: Kind, size: Int, modified: Duration, links: Int) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.links = links
  }
}

/// A failed system call.
package struct FileFailure: Error, Equatable, Sendable {
  /// The value of `errno`.
  package var code: Int32
  package var call: String

  package init(_ code: Int32, in call: String) {
    self.code = code
    self.call = call
  }
}

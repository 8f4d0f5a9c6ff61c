internal import CSQLite
import Glibc

extension SQLiteConnection {
  /// Writes a copy of the database, as it is at this moment, to a file at `destination`, which is
  /// replaced; the copy is on the disk when this returns.
  ///
  /// Other threads wait meanwhile; other processes may go on reading and writing.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  package func copy(to destination: String) throws(SQLiteError) {
    try use { session throws(SQLiteError) in try session.copy(to: destination) }
  }
}

extension SQLiteSession {
  func copy(to destination: String) throws(SQLiteError) {
    let fresh = "\(destination).\(String(UInt64.random(in: .min ... .max), radix: 16)).new"
    guard mknod(fresh, S_IFREG | 0o600, 0) == 0 else {
      throw SQLiteError(FileFailure(errno, in: "mknod"), destination)
    }
    do throws(SQLiteError) {
      try fill(fresh)
      try Self.settle(fresh, as: destination)
    } catch {
      unlink(fresh)
      throw error
    }
  }

  private func fill(_ path: String) throws(SQLiteError) {
    var copy: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let opened = sqlite3_open_v2(path, &copy, flags, nil)
    defer { sqlite3_close_v2(copy) }
    guard opened == SQLITE_OK, let copy else { throw SQLiteError(opened, copy, path: path) }
    guard let backup = sqlite3_backup_init(copy, "main", database, "main") else {
      throw SQLiteError(sqlite3_extended_errcode(copy), copy, path: path)
    }
    // All in one step: in several, a writer elsewhere could make it begin anew for ever.
    var code = sqlite3_backup_step(backup, -1)
    for _ in 0..<1_000 where code == SQLITE_BUSY || code == SQLITE_LOCKED {
      usleep(10_000)
      code = sqlite3_backup_step(backup, -1)
    }
    let finished = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw SQLiteError(finished == SQLITE_OK ? code : finished, copy, path: path)
    }
  }

  /// Syncs a finished copy and gives it its name.
  private static func settle(_ fresh: String, as destination: String) throws(SQLiteError) {
    let files = SystemFiles()
    let file = Glibc.open(fresh, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SQLiteError(FileFailure(errno, in: "open"), fresh) }
    defer { files.close(file) }
    do throws(FileFailure) {
      try files.sync(file)
      guard rename(fresh, destination) == 0 else { throw FileFailure(errno, in: "rename") }
      try SystemFiles.syncFolder(above: destination)
    } catch {
      throw SQLiteError(error, destination)
    }
  }
}

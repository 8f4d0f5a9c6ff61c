import Foundation
import Glibc

/// A PostgreSQL server for one measurement, in a folder of its own, with a disk that is synced.
struct BenchServer {
  private let folder: URL
  private let programs: String
  private let prefix: [String]
  let port: Int
  private let server = Process()

  /// - Throws: ``Failure`` where no server is installed, or what one says.
  init(in parent: URL) throws {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    guard let newest = versions.compactMap({ Int($0) }).max() else {
      throw Failure(description: "no PostgreSQL server is installed")
    }
    programs = "\(root)/\(newest)/bin"
    folder = parent.appendingPathComponent("postgres")
    port = 50_000 + Int(getpid()) % 10_000
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The server refuses to run as root.
    if getuid() == 0, let user = getpwnam("postgres") {
      chmod(parent.path, 0o711)
      chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid)
      prefix = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
    } else {
      prefix = []
    }
    let data = folder.path + "/data"
    try run([
      programs + "/initdb", "-D", data, "--auth", "trust", "--username", "bench", "--encoding",
      "UTF8", "--locale", "C.UTF-8",
    ])
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments =
      prefix + [
        programs + "/postgres", "-D", data, "-k", folder.path, "-p", "\(port)",
        "-c", "listen_addresses=127.0.0.1", "-c", "max_wal_size=8GB", "-c",
        "log_min_messages=fatal",
      ]
    server.currentDirectoryURL = folder
    server.standardInput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    let deadline = Date(timeIntervalSinceNow: 30)
    while server.isRunning, (try? psql("SELECT 1", isQuiet: true)) == nil, Date() < deadline {
      usleep(50_000)
    }
  }

  var url: String { "postgresql://bench@127.0.0.1:\(port)/postgres" }

  /// Runs SQL, or a command such as `\copy`, in `psql`.
  func psql(_ command: String, isQuiet: Bool = false) throws {
    try run(
      [programs + "/psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", command],
      isQuiet: isQuiet)
  }

  func stop() {
    kill(server.processIdentifier, SIGQUIT)
    server.waitUntilExit()
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  private func run(_ command: [String], isQuiet: Bool = false) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = prefix + command
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    if isQuiet { process.standardError = FileHandle.nullDevice }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(command.first ?? "") failed")
    }
  }
}

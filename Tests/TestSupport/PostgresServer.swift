import Foundation
import Glibc
package import Testing

/// A PostgreSQL server of the tests' own: on a loopback port and in a folder of its own, ended with
/// this process.
// @unchecked: tests that stop and start one use it from one thread.
package final class PostgresServer: @unchecked Sendable {
  private let folder: ScratchFolder
  private let user: String?
  package let port: Int
  private var shell: ChildProcess?
  private var lifeline: FileHandle?

  /// Why no server could be had.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// One for all tests that do not stop it.
  package static let shared = Result { try PostgresServer() }

  /// The folder of the newest server's programs; nil where none is installed.
  package static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let newest = versions.compactMap { Int($0) }.max()
    let installed =
      newest.map { "\(root)/\($0)/bin" }
      ?? Tool("initdb").path.map {
        URL(fileURLWithPath: $0).deletingLastPathComponent().path
      }
    return installed.flatMap {
      FileManager.default.isExecutableFile(atPath: $0 + "/initdb") ? $0 : nil
    }
  }()

  package init() throws {
    guard let programs = Self.programs else {
      throw Failure(description: "no PostgreSQL server is installed")
    }
    folder = try ScratchFolder()
    port = Int(try FreePort.find())
    // The server refuses to run as root.
    user = getuid() == 0 ? ["postgres", "nobody"].first { getpwnam($0) != nil } : nil
    if let user, let entry = getpwnam(user) {
      guard chown(folder.url.path, entry.pointee.pw_uid, entry.pointee.pw_gid) == 0 else {
        throw Failure(description: "the folder cannot be given to \(user)")
      }
    }
    let make = try Run(
      "/usr/bin/env",
      asUser([
        programs + "/initdb", "--pgdata", data, "--auth", "trust", "--username", "tester",
        "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync",
      ]), in: folder.url)
    guard make.wait() == 0 else {
      throw Failure(description: "initdb: \(make.standardOutput)\(make.standardError)")
    }
    try start()
  }

  deinit { stop(SIGQUIT) }

  private var data: String { folder.url.appendingPathComponent("data").path }

  /// A command as the user that the server runs as.
  private func asUser(_ command: [String]) -> [String] {
    guard let user else { return command }
    return ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"] + command
  }

  /// Tests kill processes and never the machine, so that nothing need be brought to the disk.
  private static let settings = [
    "listen_addresses=127.0.0.1", "max_connections=120", "log_min_messages=fatal", "fsync=off",
  ]

  /// Ends the server when this process is gone, and with it the other end of the pipe; its folder then
  /// goes, too.
  private static let script = #"""
    folder=$1
    shift
    exec 3<&0
    "$@" </dev/null 3<&- &
    if read -r _ <&3; then exit; fi
    kill -QUIT $!
    for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e "$folder/data/postmaster.pid" ] && sleep 0.1; done
    rm -rf "$folder"
    """#

  /// Starts the server, and waits until it answers.
  package func start(_ settings: [String] = []) throws {
    guard let programs = Self.programs else { return }
    let server = asUser(
      [programs + "/postgres", "-D", data, "-k", folder.url.path, "-p", "\(port)"]
        + Self.settings.flatMap { ["-c", $0] } + settings.flatMap { ["-c", $0] })
    try folder.write("", to: "log")
    let log = try FileHandle(forWritingTo: folder.url.appendingPathComponent("log"))
    let pipe = try ChildPipe()
    shell = try ChildProcess(
      "/bin/sh", ["-c", Self.script, "sh", folder.url.path] + server, in: folder.url,
      input: pipe.reading.fileDescriptor, errors: log.fileDescriptor)
    lifeline = pipe.writing
    let deadline = Date(timeIntervalSinceNow: 300)
    while try !isReady(programs) {
      guard Date() < deadline else {
        throw Failure(description: "the server does not start: \(folder.read("log") ?? "")")
      }
      usleep(20_000)
    }
  }

  private func isReady(_ programs: String) throws -> Bool {
    let look = try Run(
      programs + "/pg_isready", ["--quiet", "--host", "127.0.0.1", "--port", "\(port)"])
    return look.wait() == 0
  }

  /// The server's own process.
  package var identifier: Int32? {
    folder.read("data/postmaster.pid")?.split(separator: "\n").first.flatMap { Int32($0) }
  }

  /// Stops the server with a signal: `SIGQUIT` is at once, as a crash would be.
  package func stop(_ signal: Int32 = SIGQUIT) {
    guard let shell else { return }
    if let identifier {
      kill(identifier, signal)
      while Self.isRunning(identifier) { usleep(5_000) }
    }
    try? lifeline?.write(contentsOf: Data("stopped\n".utf8))
    _ = shell.wait()
    self.shell = nil
    lifeline = nil
  }

  private static func isRunning(_ process: Int32) -> Bool {
    guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    // Behind the name in parentheses stands Z when only the parent has not heard of the end yet.
    return !(line.split(separator: ")").last ?? "").hasPrefix(" Z")
  }

  /// The URL of a database.
  package func url(
    _ database: String = "postgres", user: String = "tester", more: String = ""
  ) -> String {
    "postgresql://\(user)@127.0.0.1:\(port)/\(database)\(more)"
  }

  /// Makes a database of a test's own; its name.
  package func makeDatabase() throws -> String {
    let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "_")
    try run("CREATE DATABASE \(name)")
    return name
  }

  /// Adds a line to the file that says who may connect, before the others, and has it read.
  package func allow(_ line: String) throws {
    let path = data + "/pg_hba.conf"
    let old = try String(contentsOfFile: path, encoding: .utf8)
    let file = FileHandle(forWritingAtPath: path)
    try file?.write(contentsOf: Data((line + "\n" + old).utf8))
    try file?.close()
    try run("SELECT pg_reload_conf()")
  }

  /// Runs SQL as the server's owner.
  private func run(_ sql: String) throws {
    let words = ["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url()]
    let run = try Run((Self.programs ?? "") + "/psql", words + ["--command", sql])
    guard run.wait() == 0 else {
      throw Failure(description: "“\(sql)”: \(run.standardError)")
    }
  }

  /// Puts a file of the server's own beside its data.
  package func put(_ text: String, as name: String) throws -> String {
    try folder.write(text, to: name, mode: 0o600)
    let path = folder.url.appendingPathComponent(name).path
    if let user, let entry = getpwnam(user) {
      chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid)
    }
    return path
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, and says why, where no server is installed; with `CI=true` the test runs and
  /// fails.
  package static var needsPostgres: Self {
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    return .enabled(
      if: isCI || PostgresServer.programs != nil,
      "no PostgreSQL server is installed; make test installs it where it can")
  }
}

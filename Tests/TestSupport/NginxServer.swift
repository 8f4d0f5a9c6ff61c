package import Foundation
import Glibc
package import Testing

/// An nginx of a test's own: a folder and a loopback port that nobody else has, no rights needed,
/// ended with the value that owns it or with the test's process, however that ends.
///
/// ```swift
/// @Test(.needsNginx) func answers() throws {
///   let server = try NginxServer("location / { return 200 hello; }")
///   let address = server.address + "/greeting"
/// }
/// ```
package final class NginxServer {
  /// The folder that the server answers from, where the configuration names no other.
  package let content: URL
  package let port: UInt16
  private let folder: ScratchFolder
  private let isSecure: Bool
  private let host: String
  private let process: ChildProcess
  private let lifeline: FileHandle

  /// Why no server could be had.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Starts a server and waits until it answers.
  ///
  /// - Parameters:
  ///   - configuration: What stands in nginx's `server { … }`.
  ///   - certificate: What to secure connections with; nil for plain HTTP.
  ///   - http2: Whether connections that are secured offer HTTP/2.
  ///   - host: The name by which the server's address calls it.
  ///   - choosePort: Says which port to try, the first time and after one that another program has.
  /// - Throws: ``Failure`` or an error of Foundation.
  package init(
    _ configuration: String = "", certificate: NginxCertificate? = nil, http2: Bool = false,
    host: String = "127.0.0.1", choosePort: () throws -> UInt16 = FreePort.find
  ) throws {
    folder = try ScratchFolder()
    content = folder.url.appendingPathComponent("content")
    try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
    isSecure = certificate != nil
    self.host = host
    // Another program may take the port between its choice and nginx's start.
    for _ in 0..<10 {
      let port = try choosePort()
      let listen = "127.0.0.1:\(port)\(isSecure ? " ssl" : "")\(http2 ? " http2" : "")"
      try folder.write(
        Self.text(listen: listen, certificate, configuration, in: folder.url),
        to: "nginx.conf")
      let (process, lifeline) = try Self.start(in: folder.url)
      if Self.comesUp(process, in: folder.url) {
        (self.port, self.process, self.lifeline) = (port, process, lifeline)
        return
      }
    }
    throw Failure(description: "nginx did not start: \(folder.read("error.log") ?? "")")
  }

  deinit {
    try? lifeline.close()
    _ = process.wait()
  }

  /// The server's address without a path, as in `http://127.0.0.1:4000`.
  package var address: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

  /// Where nginx is; Debian puts it where the `PATH` of most accounts does not lead.
  package static var program: String? {
    Tool("nginx").path
      ?? ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first {
        FileManager.default.isExecutableFile(atPath: $0)
      }
  }

  /// Puts a file where the server finds it.
  package func put(_ bytes: Data, at path: String) throws {
    let file = content.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }

  /// One line for each request that has been answered: connection, protocol, request and status.
  package var log: [String] {
    catchUp()
    return (folder.read("access.log") ?? "").split(separator: "\n").map(String.init)
  }

  /// Waits until what has been answered is in the log: nginx writes a line after its answer, but does
  /// one thing at a time, so that whatever is asked next is answered later still.
  private func catchUp() { _ = Self.answers(folder.url) }

  /// Whether the server answers whoever comes in by its door, which it does only once it listens at
  /// its port, too.
  private static func answers(_ folder: URL) -> Bool {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &patience, size)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: door(folder).utf8) }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    let question = "GET / HTTP/1.0\r\n\r\n"
    guard isConnected, send(socket, question, question.utf8.count, Int32(MSG_NOSIGNAL)) > 0
    else { return false }
    var answer = [UInt8](repeating: 0, count: 1_000)
    var count = 0
    while case let read = read(socket, &answer, answer.count), read > 0 { count += read }
    return count > 0
  }

  /// A way into the server that no test takes.
  private static func door(_ folder: URL) -> String { folder.appendingPathComponent("door").path }

  private static func text(
    listen: String, _ certificate: NginxCertificate?, _ configuration: String, in folder: URL
  ) -> String {
    let secured = certificate.map {
      "ssl_certificate \($0.chain); ssl_certificate_key \($0.key);"
    }
    return """
      daemon off;
      master_process off;
      pid nginx.pid;
      error_log error.log;
      events { worker_connections 1000; }
      http {
        log_format short '$connection $server_protocol "$request" $status';
        access_log access.log short;
        client_body_temp_path temporary;
        proxy_temp_path temporary;
        fastcgi_temp_path temporary;
        uwsgi_temp_path temporary;
        scgi_temp_path temporary;
        default_type application/octet-stream;
        types { text/plain txt; application/json json; application/xml xml; }
        keepalive_requests 100000;
        sendfile on;
        server {
          listen \(listen);
          server_name localhost;
          root \(folder.appendingPathComponent("content").path);
          \(secured ?? "")
          \(configuration)
        }
        server {
          listen unix:\(door(folder));
          access_log off;
          return 204;
        }
      }
      """
  }

  /// Ends the server when nobody holds the other end of standard input any more, and itself when the
  /// server ends.
  private static let script = #"""
    exec 3<&0
    "$1" -p "$2" -c nginx.conf -e error.log 3<&- &
    server=$!
    { read -r _ <&3; kill -9 $server; } &
    wait $server
    kill $! 2>&-
    """#

  /// Starts nginx below a shell that ends it when its own standard input does, as it also does
  /// when the test's process is killed.
  private static func start(in folder: URL) throws -> (ChildProcess, FileHandle) {
    // The door of one that did not start would keep the next one out.
    unlink(door(folder))
    let lifeline = try ChildPipe()
    let process = try ChildProcess(
      "/bin/sh", ["-c", script, "sh", program ?? "nginx", folder.path],
      input: lifeline.reading.fileDescriptor)
    return (process, lifeline.writing)
  }

  /// Waits until the server answers; false where it ends instead.
  private static func comesUp(_ process: ChildProcess, in folder: URL) -> Bool {
    for _ in 0..<3_000 {
      if answers(folder) { return true }
      guard process.isRunning else { return false }
      usleep(10_000)
    }
    return false
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, and says why, where nginx is missing; with `CI=true` it runs and fails.
  package static var needsNginx: Self {
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    return .enabled(if: isCI || NginxServer.program != nil, "\(Tool("nginx").reason)")
  }
}

import Foundation
import Glibc

/// An nginx of a measurement's own on loopback that answers from `content`, ended with the process
/// or by ``stop()``.
final class SyncServer {
  let content: URL
  let address: String
  private let process = Process()
  private let lifeline = Pipe()

  /// Why there is no server.
  enum Failure: Error {
    case notInstalled
    case notStarted(log: String)
  }

  /// Where nginx is, if it is installed.
  static var program: String? {
    ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].first {
      access($0, X_OK) == 0
    }
  }

  init(in folder: URL) throws {
    guard let program = Self.program else { throw Failure.notInstalled }
    content = folder.appendingPathComponent("content")
    try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
    let port = try Self.freePort()
    address = "http://127.0.0.1:\(port)"
    try Data(Self.configuration(port: port, content: content.path).utf8)
      .write(to: folder.appendingPathComponent("nginx.conf"))
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The shell sees the end of its input when this process has ended, whatever ended it.
    process.arguments = [
      "-c", "\"$1\" -p \"$2\" -c nginx.conf -e error.log & read line; kill -9 $!", "sh", program,
      folder.path,
    ]
    process.standardInput = lifeline.fileHandleForReading
    try process.run()
    for _ in 0..<1_000 {
      if Self.answers(port) { return }
      usleep(10_000)
    }
    stop()
    let log = folder.appendingPathComponent("error.log")
    throw Failure.notStarted(log: (try? String(contentsOf: log, encoding: .utf8)) ?? "")
  }

  func stop() {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  private static func configuration(port: UInt16, content: String) -> String {
    """
    daemon off;
    master_process off;
    pid nginx.pid;
    error_log error.log;
    events { worker_connections 1000; }
    http {
      access_log off;
      client_body_temp_path temporary;
      proxy_temp_path temporary;
      fastcgi_temp_path temporary;
      uwsgi_temp_path temporary;
      scgi_temp_path temporary;
      default_type text/plain;
      keepalive_requests 1000000;
      sendfile on;
      open_file_cache max=10000;
      server {
        listen 127.0.0.1:\(port);
        root \(content);
      }
    }
    """
  }

  private static func answers(_ port: UInt16) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    return with(port: port) { connect(socket, $0, $1) } == 0
  }

  private static func freePort() throws -> UInt16 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard with(port: 0, { bind(socket, $0, $1) }) == 0 else {
      throw Failure.notStarted(log: "there is no free port")
    }
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func with(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

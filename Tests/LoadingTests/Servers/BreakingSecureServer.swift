import Foundation
import Glibc
import TestSupport

/// A TLS server of OpenSSL's own that sends what a test says and can be killed in the middle of it, so
/// that its connection ends without TLS being told (no close_notify).
final class BreakingSecureServer {
  let port: UInt16
  private let process: ChildProcess
  private let input: FileHandle
  private let output: Collector

  var address: String { "https://localhost:\(port)" }

  init(_ certificate: NginxCertificate) throws {
    guard let program = Tool("openssl").path else { throw POSIXError(.ENOENT) }
    for _ in 0..<10 {
      let port = try FreePort.find()
      let (input, output) = (try ChildPipe(), try ChildPipe())
      let process = try ChildProcess(
        program,
        [
          "s_server", "-quiet", "-accept", "127.0.0.1:\(port)", "-cert", certificate.chain, "-key",
          certificate.key,
        ], input: input.reading.fileDescriptor, output: output.writing.fileDescriptor)
      guard Self.comesUp(process, port) else { continue }
      self.port = port
      self.process = process
      self.input = input.writing
      self.output = Collector(output.reading)
      return
    }
    throw POSIXError(.EADDRINUSE)
  }

  deinit { kill() }

  /// Waits until a request has come; false after a minute.
  func hasRequest() -> Bool { output.text(until: "\r\n\r\n", seconds: 60).contains("\r\n\r\n") }

  func send(_ bytes: [UInt8]) throws { try input.write(contentsOf: Data(bytes)) }

  /// Ends it as a crash would.
  func kill() {
    process.send(SIGKILL)
    _ = process.wait()
  }

  /// Waits until somebody listens there; false where the program ends instead.
  private static func comesUp(_ process: ChildProcess, _ port: UInt16) -> Bool {
    for _ in 0..<6_000 {
      if let socket = try? Loopback.connect(to: port) {
        close(socket)
        return true
      }
      guard process.isRunning else { return false }
      usleep(10_000)
    }
    return false
  }
}

import Foundation

/// The most memory that this process has had, in bytes.
package enum PeakMemory {
  package static func read() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
  }

  /// Begins anew from what the process has now, which is returned.
  package static func reset() throws -> Int {
    let file = open("/proc/self/clear_refs", O_WRONLY)
    defer { close(file) }
    guard write(file, "5", 1) == 1 else { throw POSIXError(.EIO) }
    return try read()
  }
}

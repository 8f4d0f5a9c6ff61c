import BenchPeers
import Foundation

extension Footprint {
  /// What memory a side takes that `load` reads, measured by the kernel: pages of this process that
  /// are not a file's, after what is free has been given back.
  static func measure<Loaded>(
    _ side: String, free: (Loaded) -> Void = { _ in }, _ load: () throws -> Loaded
  ) rethrows -> Footprint {
    bench_give_back()
    let before = privateBytes()
    let loaded = try load()
    bench_give_back()
    let bytes = privateBytes() - before
    withExtendedLifetime(loaded) {}
    free(loaded)
    return Footprint(side: side, bytes: bytes)
  }

  private static func privateBytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }
}

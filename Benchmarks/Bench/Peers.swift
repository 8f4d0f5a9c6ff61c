import Glibc

/// What this project is measured beside.
enum Peers {
  private static let variable = "HIKIDASHI_BENCH_ALONE"

  /// Whether the slowest of them are left out, as where two builds of this project are compared.
  static var areLeftOut: Bool { getenv(variable) != nil }

  /// The environment of a bench without them.
  static func leftOut(of environment: [String: String]) -> [String: String] {
    environment.merging([variable: "1"]) { $1 }
  }

  /// The first side alone, which is this project's, where peers are left out.
  static func among<Side>(_ sides: [Side]) -> [Side] { areLeftOut ? Array(sides.prefix(1)) : sides }
}

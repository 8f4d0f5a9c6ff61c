import Glibc

/// How one case compares in two builds that were measured in turn: this one's cost by the other's, so that
/// 2 is twice as slow.
struct PairedRatio: Equatable {
  var group: String
  var name: String
  /// The geometric mean of the pairs' ratios.
  var mean: Double
  /// Where the true mean lies in 95 of 100 such comparisons, as Student's t has it for the logarithms.
  var interval: ClosedRange<Double>
  var pairs: Int

  enum Verdict: String {
    case slower, faster
    case same = "–"
  }

  /// What may be noise is no verdict: the whole interval lies beyond 5 %.
  var verdict: Verdict {
    if interval.lowerBound > 1.05 { return .slower }
    return interval.upperBound < 1 / 1.05 ? .faster : .same
  }

  /// - Parameter ratios: One or more, each above 0; of one alone nothing is sure.
  init(group: String, name: String, ratios: [Double]) {
    let logarithms = ratios.map { log($0) }
    let count = Double(ratios.count)
    let middle = logarithms.reduce(0, +) / count
    let squares = logarithms.map { ($0 - middle) * ($0 - middle) }.reduce(0, +)
    let margin =
      ratios.count > 1
      ? Self.quantile(ratios.count - 1) * (squares / (count - 1) / count).squareRoot() : .infinity
    (self.group, self.name, pairs) = (group, name, ratios.count)
    mean = exp(middle)
    interval = exp(middle - margin)...exp(middle + margin)
  }

  /// Student's t for 97.5 %, by degrees of freedom; from a table, such as NIST's.
  private static func quantile(_ freedom: Int) -> Double {
    let table = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
      2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    ]
    return freedom <= table.count ? table[freedom - 1] : 2.086
  }

  /// Pairs the cases that both reports have; those that only one has are left out.
  ///
  /// - Parameter pairs: Of each pair this build's report and the other's.
  static func all(of pairs: [(own: JSONReport, other: JSONReport)]) -> [PairedRatio] {
    var ratios: [[String]: [Double]] = [:]
    var order: [[String]] = []
    for (own, other) in pairs {
      let others = Dictionary(
        other.rows.map { ([$0.group, $0.name], $0) }, uniquingKeysWith: { first, _ in first })
      for row in own.rows {
        let key = [row.group, row.name]
        guard let theirs = others[key], row.value > 0, theirs.value > 0 else { continue }
        if ratios[key] == nil { order.append(key) }
        // Of a rate, more is better.
        let ratio = row.value / theirs.value
        ratios[key, default: []].append(row.unit.hasSuffix("/s") ? 1 / ratio : ratio)
      }
    }
    return order.map { PairedRatio(group: $0[0], name: $0[1], ratios: ratios[$0] ?? []) }
  }
}

import Testing

@testable import Bench

/// Two builds side by side.
struct PairedRatioTests {
  private func ratio(_ ratios: [Double]) -> PairedRatio {
    PairedRatio(group: "g", name: "case", ratios: ratios)
  }

  @Test(arguments: [
    ([1.2, 1.21, 1.19, 1.2], PairedRatio.Verdict.slower),
    ([0.8, 0.81, 0.79, 0.8], .faster),
    ([1.02, 1.03, 1.04, 1.03], .same),
    // So far apart that they may well be equal.
    ([0.7, 1.6, 1.5, 0.8], .same),
    ([2], .same),
  ])
  func onlyWhatIsSureIsAVerdict(ratios: [Double], verdict: PairedRatio.Verdict) {
    #expect(ratio(ratios).verdict == verdict)
  }

  /// By hand: mean of the logarithms 0, their deviation 0.1, of three pairs with t = 4.303.
  @Test func theIntervalIsStudents() {
    let found = ratio([0.904837418, 1, 1.105170918])
    #expect(abs(found.mean - 1) < 1e-6)
    #expect(abs(found.interval.upperBound - 1.2820) < 1e-3)
    #expect(abs(found.interval.lowerBound - 0.7800) < 1e-3)
  }

  @Test func ofARateMoreIsBetterAndWhatOneLacksIsLeftOut() {
    func report(_ rows: [(String, Double, String)]) -> JSONReport {
      var report = Report()
      for (name, value, unit) in rows {
        report.add(Row(group: "g", name: name, value: value, unit: unit, spread: value...value))
      }
      return JSONReport(report)
    }
    let own = report([("time", 2, "ms"), ("rate", 2, "jobs/s"), ("new", 1, "ms")])
    let other = report([("rate", 1, "jobs/s"), ("time", 1, "ms"), ("old", 1, "ms")])
    let found = PairedRatio.all(of: [(own, other), (own, other)])
    #expect(found.map(\.name) == ["time", "rate"])
    #expect(found.map(\.mean) == [2, 0.5])
    #expect(found.map(\.pairs) == [2, 2])
  }
}

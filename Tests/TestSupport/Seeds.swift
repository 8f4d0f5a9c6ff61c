import HikidashiBase

/// The seed of a property test: `HIKIDASHI_SEED`, or another one each time. Failures print it.
package func testSeed() -> UInt64 {
  Environment.value("HIKIDASHI_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
}

/// How many steps a property test takes: few enough for every day, or `HIKIDASHI_STEPS` times `scale`.
package func testSteps(_ everyDay: Int, scale: Double = 1) -> Int {
  let wanted = Environment.value("HIKIDASHI_STEPS").flatMap { Double($0) }
  return wanted.map { max(1, Int($0 * scale)) } ?? everyDay
}

import Support

/// The seed of a property test: `HIKIDASHI_SEED`, or a new one each time.
func testSeed() -> UInt64 {
  Environment.value("HIKIDASHI_SEED").flatMap(UInt64.init) ?? .random(in: .min ... .max)
}

/// How many steps a property test takes: few enough for every day, or `HIKIDASHI_STEPS` times `scale`.
func testSteps(_ everyDay: Int, scale: Double = 1) -> Int {
  Environment.value("HIKIDASHI_STEPS").flatMap { Double($0) }.map { max(1, Int($0 * scale)) }
    ?? everyDay
}

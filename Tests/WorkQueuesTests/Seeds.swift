import Support

/// The seed of a property test: `HIKIDASHI_SEED`, or another one each time.
func testSeed() -> UInt64 {
  Environment.value("HIKIDASHI_SEED").flatMap(UInt64.init) ?? .random(in: .min ... .max)
}

/// How many steps a property test takes: `HIKIDASHI_STEPS`, or few enough for every day.
func testSteps(_ everyDay: Int) -> Int {
  Environment.value("HIKIDASHI_STEPS").flatMap { Int($0) } ?? everyDay
}

import Support

/// A generator whose seed is `HIKIDASHI_SEED`, or another one each time; failures print it.
func seededGenerator() -> SeededGenerator {
  let wanted = Environment.value("HIKIDASHI_SEED").flatMap { UInt64($0) }
  return SeededGenerator(seed: wanted ?? UInt64.random(in: 0 ... .max))
}

import HikidashiBase
import TestSupport

/// A generator whose seed is `HIKIDASHI_SEED`, or another one each time; failures print it.
func seededGenerator() -> SeededGenerator { SeededGenerator(seed: testSeed()) }

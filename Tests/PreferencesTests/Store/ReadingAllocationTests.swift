import TestSupport
import Testing

/// Reads that ask for no memory.
@Suite struct ReadingAllocationTests {
  @Test func anIntABoolAndADoubleAreReadWithoutMemory() throws {
    #expect(try countedAllocations("settings") == 0)
  }
}

import TestSupport
import Testing

/// Frames that ask for no memory.
@Suite struct AllocationTests {
  @Test func allocationsAreCounted() throws {
    #expect(try countedAllocations("arrays") >= 100)
  }

  @Test func aFrameAfterTheFirstAsksForNoMemory() throws {
    #expect(try countedAllocations("scene") == 0)
  }
}

import Testing

@testable import HikidashiRecords

@Suite struct ChunkTests {
  @Test func aValueIsReadBackAndACopyIsItsOwn() {
    let chunk = ValueChunk<Int>(capacity: 4)
    chunk.set(7, at: 0)
    chunk.set(nil, at: 1)
    let copy = chunk.copy(capacity: 8)
    chunk.set(8, at: 0)
    #expect(copy.values[0] == 7)
    #expect(!copy.holdsValue(at: 1))
    #expect(chunk.values[0] == 8)
  }
}

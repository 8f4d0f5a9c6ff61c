import CHikidashiScan
import HikidashiBase
import Testing

@Suite struct ScanBytesTests {
  @Test func bytesAreFoundAndCountedAtEveryPlaceAndLength() {
    var generator = SeededGenerator(seed: 5)
    let wanted = hk_scan_wanted(9, 10, 34, 10)
    for count in Array(0...200) + [1000, 9000, 20_000] {
      var bytes = (0..<count).map { _ in UInt8.random(in: 128...255, using: &generator) }
      #expect(find(bytes, wanted) == count)
      for _ in 0..<3 where count > 0 {
        bytes[Int.random(in: 0..<count, using: &generator)] =
          [9, 10, 34].randomElement(using: &generator) ?? 9
        let isWanted = bytes.map { [9, 10, 34].contains($0) }
        #expect(find(bytes, wanted) == isWanted.firstIndex(of: true) ?? count)
        #expect(bits(bytes, wanted) == isWanted)
        #expect(hk_scan_count(bytes, count, 10) == bytes.count { $0 == 10 })
      }
    }
  }

  @Test func manyEqualBytesAreCounted() {
    let bytes = [UInt8](repeating: 7, count: 100_003)
    #expect(hk_scan_count(bytes, bytes.count, 7) == 100_003)
    #expect(hk_scan_count(bytes, bytes.count, 8) == 0)
  }

  private func find(_ bytes: [UInt8], _ wanted: UInt32) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { hk_scan_find($0, bytes.count, wanted) } ?? 0
    }
  }

  private func bits(_ bytes: [UInt8], _ wanted: UInt32) -> [Bool] {
    var words = [UInt64](repeating: ~0, count: (bytes.count + 63) / 64)
    hk_scan_bits(bytes, bytes.count, wanted, &words)
    return bytes.indices.map { words[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 }
  }
}

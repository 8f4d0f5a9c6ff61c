import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiOutlines

/// The parts inside, each against the plainest way to do the same.
@Suite struct PartTests {
  @Test func theBitOfARankIsFound() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var words: [UInt64] = [1, .max, 1 << 63, 0x8000_0000_0000_0001, 0xFF00, 0x0101_0101_0101_0101]
    for _ in 0..<200 {
      words.append(random.next())
      words.append(random.next() & random.next() & random.next())
    }
    for word in words {
      let places = (0..<64).filter { word >> $0 & 1 == 1 }
      let found = places.indices.map { selectBit(word, rank: $0) }
      #expect(found == places, "seed \(seed), word \(word)")
    }
  }

  @Test func stretchesOfBitsAreAppendedWhole() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var source = Bits(count: 300, repeating: false)
      for _ in 0..<150 { source[Int.random(in: 0..<300, using: &random)] = true }
      var bits = Bits()
      var plain: [Bool] = []
      for _ in 0..<6 {
        let from = Int.random(in: 0...300, using: &random)
        let range = from..<Int.random(in: from...300, using: &random)
        bits.append(source, range)
        plain += range.map { source[$0] }
        bits.append(true)
        plain.append(true)
      }
      #expect(plain.indices.map { bits[$0] } == plain, "seed \(seed)")
      #expect(bits == Bits(words: bits.words, count: bits.count), "seed \(seed)")
      #expect(bits.population == plain.filter { $0 }.count, "seed \(seed)")
    }
  }

  @Test func rangesOfBitsAreSet() {
    for from in [0, 1, 63, 64, 65, 130] {
      for to in [from, from + 1, 131, 192, 200] where to >= from {
        var bits = Bits(count: 200, repeating: false)
        bits.set(from..<to, to: true)
        #expect((0..<200).filter { bits[$0] } == Array(from..<to))
        bits.set(from..<to, to: false)
        #expect(bits.firstSet == nil)
      }
    }
  }

  @Test func blocksAreCounted() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for blocks in [0, 1, 2, 7, 64, 100] {
      var words = (0..<blocks).map { _ in random.next() }
      let mask = (0..<blocks).map { _ in random.next() }
      var counts = BlockCounts(words, mask: mask)
      for block in words.indices {
        let bits = (words[block] & mask[block]).nonzeroBitCount
        words[block] = 0
        counts.add(-bits, toBlock: block)
        let plain = zip(words, mask).map { ($0 & $1).nonzeroBitCount }
        for end in 0...blocks {
          #expect(counts.sum(before: end) == plain.prefix(end).reduce(0, +), "seed \(seed)")
        }
      }
    }
  }

  @Test func aTableForgetsAndGrows() {
    var ids: [NodeID] = (0..<500).map { NodeID(rawValue: $0 * 0x1_0000_0000) }
    var table = NodeTable(capacity: 0)
    for slot in ids.indices { #expect(table.insert(ids[slot], at: slot, in: ids) == nil) }
    #expect(table.insert(ids[7], at: 9, in: ids) == 7)
    // Every third goes; the others move together.
    var newSlots: [Int32] = []
    var kept: [NodeID] = []
    for (slot, id) in ids.enumerated() {
      newSlots.append(slot % 3 == 0 ? -1 : Int32(kept.count))
      if slot % 3 != 0 { kept.append(id) }
    }
    table = table.moved(to: newSlots)
    for (slot, id) in ids.enumerated() {
      #expect(table.slot(of: id, in: kept) == (slot % 3 == 0 ? nil : Int(newSlots[slot])))
    }
    ids = kept
    for number in 0..<2_000 {
      ids.append(NodeID(rawValue: UInt64(number) + 1))
      #expect(table.insert(ids[ids.count - 1], at: ids.count - 1, in: ids) == nil)
    }
    for slot in ids.indices { #expect(table.slot(of: ids[slot], in: ids) == slot) }
  }

  @Test func theRootAboveANodeIsFound() throws {
    let outline = try Outline(
      (0..<50).map { number in
        Node("\(number)", id: NodeID(rawValue: UInt64(number * 10))) {
          Node("x", id: NodeID(rawValue: UInt64(number * 10 + 1)))
          Node("y", id: NodeID(rawValue: UInt64(number * 10 + 2)))
        }
      })
    for slot in 0..<150 { #expect(outline.core.topology.root(above: slot) == slot / 3 * 3) }
  }

  @Test func manyNodesInManyBlocksOpenAndClose() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var assembler = Outline<Int>.Assembler()
    var depth = 0
    for number in 0..<3_000 {
      assembler.open(
        number, id: NodeID(rawValue: UInt64(number)), isOpen: Bool.random(using: &random))
      depth += 1
      while depth > 0, Int.random(in: 0..<100, using: &random) < 52 {
        assembler.close()
        depth -= 1
      }
    }
    var outline = try assembler.finish()
    for step in 0..<300 {
      let id = NodeID(rawValue: UInt64.random(in: 0..<3_000, using: &random))
      outline.toggle(id)
      if step % 50 == 0 { #expect(outline.checkInvariants() == [], "seed \(seed), step \(step)") }
    }
    var visible: [Int] = []
    var slot = 0
    while slot < 3_000 {
      visible.append(slot)
      slot = outline.core.open[slot] ? slot + 1 : Int(outline.core.topology[slot].end)
    }
    #expect((0..<outline.rowCount).map { outline.item(atRow: $0) } == visible, "seed \(seed)")
  }

  @Test func brokenPartsAreNoticed() throws {
    var outline = Outline {
      Section("a", open: true) { "b" }
    }
    #expect(outline.checkInvariants() == [])
    outline.core.topology.links[1].end = 7
    outline.core.ids[0] = 9
    #expect(outline.checkInvariants().count >= 2)
  }
}

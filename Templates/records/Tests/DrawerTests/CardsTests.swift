import Hikidashi
import Testing

@testable import Drawer

@Suite struct CardsTests {
  @Test func worthIsPriceTimesAmount() async throws {
    let cards = try await Cards.open(at: .memory)
    try await cards.edit("Add") { table in
      _ = try table.append { card in
        card[Cards.name] = "Needles"
        (card[Cards.amount], card[Cards.price]) = (3, 1.5)
      }
    }
    #expect(cards.table.map { $0[Cards.worth] } == [4.5])
  }

  @Test func aCardHasAName() async throws {
    let cards = try await Cards.open(at: .memory)
    await #expect(throws: (any Error).self) {
      try await cards.edit("Add") { table in _ = try table.append { $0[Cards.name] = "" } }
    }
  }
}

internal import Observation

/// The numbers of the RFCs that have a bookmark. Who reads it is called again when it changes.
@Observable @MainActor
final class BookmarkedRFCs {
  private(set) var numbers: Set<Int> = []

  func contains(_ number: Int) -> Bool { numbers.contains(number) }

  func show(_ numbers: Set<Int>) {
    if numbers != self.numbers { self.numbers = numbers }
  }
}

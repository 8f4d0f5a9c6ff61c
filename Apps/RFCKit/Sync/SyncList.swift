import Synchronization

/// Documents that are to be fetched, each by whoever asks first.
final class SyncList: Sendable {
  private let numbers = Mutex<ArraySlice<Int>>([])

  func fill(_ numbers: [Int]) { self.numbers.withLock { $0 = numbers[...] } }

  /// How many nobody has asked for.
  var left: Int { numbers.withLock { $0.count } }

  /// The next one; nil when there is none left.
  func next() -> Int? { numbers.withLock { $0.popFirst() } }
}

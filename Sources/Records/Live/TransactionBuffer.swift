/// Transactions that a reader has not taken yet: so many at most, later ones become one.
struct TransactionBuffer: Sendable {
  private let limit: Int
  private var pending: [RecordTransaction] = []

  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { pending.isEmpty }

  mutating func push(_ transaction: RecordTransaction) {
    if pending.count >= limit, let last = pending.popLast() {
      pending.append(last.merged(with: transaction))
    } else {
      pending.append(transaction)
    }
  }

  /// Takes the oldest.
  mutating func pop() -> RecordTransaction? { pending.isEmpty ? nil : pending.removeFirst() }

  mutating func removeAll() { pending = [] }
}

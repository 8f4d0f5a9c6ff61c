/// What one reader of changes waits for: a state machine that says whom to wake, and with what.
struct ChangeQueue<Waiter> {
  private var buffer: TransactionBuffer
  private var waiters: [Waiter] = []
  private var isEnded = false

  init(limit: Int) { buffer = TransactionBuffer(limit: limit) }

  /// A waiter, and what it is to be given.
  typealias Wake = (waiter: Waiter, transaction: RecordTransaction?)

  /// Takes a transaction; nothing after the end.
  mutating func push(_ transaction: RecordTransaction) -> Wake? {
    guard !isEnded else { return nil }
    guard waiters.isEmpty else { return (waiters.removeFirst(), transaction) }
    buffer.push(transaction)
    return nil
  }

  /// Asks for the next transaction: wakes the waiter at once, or keeps it.
  mutating func next(_ waiter: Waiter) -> Wake? {
    if let transaction = buffer.pop() { return (waiter, transaction) }
    if isEnded { return (waiter, nil) }
    waiters.append(waiter)
    return nil
  }

  /// There will be no more transactions; those not taken yet can still be taken.
  mutating func finish() -> [Wake] {
    isEnded = true
    defer { waiters = [] }
    return waiters.map { ($0, nil) }
  }

  /// The reader wants no more.
  mutating func cancel() -> [Wake] {
    buffer.removeAll()
    return finish()
  }
}

import Glibc

/// Stands between a transport and a receiver, so that the order of events, the one terminal event,
/// pausing and the silence after a cancel are right whatever threads there are.
///
/// A transport delivers everything through a gate of each transfer:
///
/// ```swift
/// final class MyTransfer: Transfer {
///   let gate: TransferGate
///   init(_ receiver: any TransferReceiver) { gate = TransferGate(receiver) }
///   func resume() { if gate.resume() { readOn() } }
///   func cancel() { if gate.close() { stopReading() } }
///   func readOn() {}
///   func stopReading() {}
/// }
/// ```
///
/// Delivering holds a lock that ``close()`` and ``resume()`` take too, so both wait for an event that
/// another thread is delivering; the same thread may call them from inside of it.
// @unchecked: everything is only reached with `mutex` held, which the same thread may take twice.
public final class TransferGate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var receiver: (any TransferReceiver)?
  private var hasHead = false
  private var isPaused = false

  public init(_ receiver: any TransferReceiver) {
    self.receiver = receiver
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Delivers an event, unless the transfer is over; ``TransferFlow/pause`` where no chunk is wanted
  /// until ``resume()`` returns true.
  ///
  /// What may not come (a second head, an empty chunk, a body without a head) is left out. A chunk
  /// that is delivered while paused gets through: the transport had it in hand.
  @discardableResult
  public func deliver(_ event: TransferEvent) -> TransferFlow {
    // The receiver is let go of outside the lock, as its end may do anything.
    var released: (any TransferReceiver)?
    defer { withExtendedLifetime(released) {} }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard let receiver, isInOrder(event) else { return isPaused ? .pause : .proceed }
    if event.isTerminal {
      released = self.receiver
      self.receiver = nil
    }
    if case .head = event { hasHead = true }
    if receiver.receive(event) == .pause { isPaused = true }
    return isPaused ? .pause : .proceed
  }

  /// Ends a pause; false where there is none, or the transfer is over.
  public func resume() -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard isPaused, receiver != nil else { return false }
    isPaused = false
    return true
  }

  /// Ends the transfer without an event; false where it is over already.
  public func close() -> Bool {
    var released: (any TransferReceiver)?
    defer { withExtendedLifetime(released) {} }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard receiver != nil else { return false }
    released = receiver
    receiver = nil
    return true
  }

  /// Whether a terminal event was delivered, or the gate closed.
  public var isClosed: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return receiver == nil
  }

  private func isInOrder(_ event: TransferEvent) -> Bool {
    switch event {
    case .head: !hasHead
    case .chunk(let bytes): hasHead && !bytes.isEmpty
    case .finished: hasHead
    case .failed: true
    }
  }
}

internal import Glibc

/// Passes the texts of chunks in their order from the threads that make them to the one that
/// writes.
// @unchecked: everything is reached with `mutex` held, but what the writer of the moment holds.
final class PrintLine: @unchecked Sendable {
  private let count: Int
  private let mostAhead: Int
  private var taken = 0
  private var written = 0
  private var isWriting = false
  private var waiting: [Int: Box] = [:]
  private var spare: [Box] = []
  private(set) var failure: RecordTextError?
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// A buffer that can be kept.
  private final class Box {
    var buffer = TextBuffer(capacity: 1 << 16)
  }

  init(count: Int, mostAhead: Int) {
    self.count = count
    self.mostAhead = mostAhead
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// The next chunk to convert to text; nil when there is none, or after an error.
  func next() -> Int? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    // Someone is at work on the chunk that is written next, and will write what is ready.
    while taken - written >= mostAhead, failure == nil { pthread_cond_wait(condition, mutex) }
    guard taken < count, failure == nil else { return nil }
    taken += 1
    return taken - 1
  }

  /// Stops all work because of an error.
  func fail(_ error: RecordTextError) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    failure = failure ?? error
    pthread_cond_broadcast(condition)
  }

  /// Takes the text of a chunk in exchange for another buffer, and writes the finished texts unless
  /// another thread does.
  func hand(
    over buffer: inout TextBuffer, _ index: Int,
    _ write: (UnsafeBufferPointer<UInt8>, Int) throws(RecordTextError) -> Void
  ) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let box = spare.popLast() ?? Box()
    swap(&box.buffer, &buffer)
    waiting[index] = box
    guard !isWriting else { return }
    isWriting = true
    while failure == nil, let box = waiting.removeValue(forKey: written) {
      let number = written
      pthread_mutex_unlock(mutex)
      var failed: RecordTextError?
      do throws(RecordTextError) { try write(box.buffer.bytes, number) } catch { failed = error }
      pthread_mutex_lock(mutex)
      failure = failure ?? failed
      written += 1
      spare.append(box)
      pthread_cond_broadcast(condition)
    }
    isWriting = false
  }
}

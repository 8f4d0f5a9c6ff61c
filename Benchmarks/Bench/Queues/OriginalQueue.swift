import Foundation

/// The queue that this module began with, as directly as it can be written: an array, a lock, and two
/// conditions.
// @unchecked: the array is reached with the lock held.
final class OriginalQueue: @unchecked Sendable {
  private let capacity: Int
  private var elements: [Int] = []
  private var lock = pthread_mutex_t()
  private var hasRoom = pthread_cond_t()
  private var hasElement = pthread_cond_t()

  init(capacity: Int) {
    self.capacity = capacity
    pthread_mutex_init(&lock, nil)
    pthread_cond_init(&hasRoom, nil)
    pthread_cond_init(&hasElement, nil)
  }

  deinit {
    pthread_cond_destroy(&hasElement)
    pthread_cond_destroy(&hasRoom)
    pthread_mutex_destroy(&lock)
  }

  func put(_ element: Int) {
    pthread_mutex_lock(&lock)
    while elements.count >= capacity { pthread_cond_wait(&hasRoom, &lock) }
    elements.append(element)
    pthread_cond_signal(&hasElement)
    pthread_mutex_unlock(&lock)
  }

  func take() -> Int {
    pthread_mutex_lock(&lock)
    while elements.isEmpty { pthread_cond_wait(&hasElement, &lock) }
    let element = elements.removeFirst()
    pthread_cond_signal(&hasRoom)
    pthread_mutex_unlock(&lock)
    return element
  }
}

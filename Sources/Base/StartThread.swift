internal import Glibc

/// Starts a thread.
///
/// - Parameter takesSignals: Whether it may run the app's signal handlers. Programs that it starts
///   inherit the signals it blocks.
/// - Returns: False when the process can have no more threads; `body` is not called then.
package func startThread(
  takesSignals: Bool = false, _ body: @escaping @Sendable () -> Void
) -> Bool {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  var blocked = sigset_t()
  var before = sigset_t()
  if !takesSignals { sigfillset(&blocked) }
  // A thread inherits the mask of the one that makes it.
  pthread_sigmask(SIG_BLOCK, &blocked, &before)
  var thread = pthread_t()
  let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
    return nil
  }
  let result = pthread_create(&thread, &attributes, main, box.toOpaque())
  pthread_sigmask(SIG_SETMASK, &before, nil)
  pthread_attr_destroy(&attributes)
  if result != 0 { box.release() }
  return result == 0
}

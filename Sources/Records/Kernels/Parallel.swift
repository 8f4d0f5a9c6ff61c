internal import Dispatch
internal import Glibc

/// Runs the parts of a task on all processors.
///
/// A part is called with its number and writes only to memory that no other part touches; that is
/// what makes it right to share pointers with it, which the compiler cannot see.
enum Parallel {
  /// The number of processors, at least one.
  static let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Fewer elements than this are not worth waking another thread (some 20 µs).
  static let threshold = 1 << 15

  /// Calls `body` with 0 ..< `parts`, on several threads, and returns when all have returned.
  static func run(_ parts: Int, _ body: (_ part: Int) -> Void) {
    guard parts > 1 else {
      if parts == 1 { body(0) }
      return
    }
    withoutActuallyEscaping(body) { body in
      // Unsafe as far as the compiler can see: see the promise above.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: parts) { body($0) }
    }
  }

  /// How many parts to cut `count` elements into: one when they are few, otherwise some for each
  /// processor, so that a thread that is held up does not hold up all.
  static func parts(for count: Int) -> Int {
    guard count >= threshold, processors > 1 else { return 1 }
    return min(processors * 4, count / (threshold / 4))
  }

  /// The elements of one part out of `parts` of 0 ..< `count`, starting at a multiple of `step`.
  static func range(_ part: Int, of parts: Int, count: Int, step: Int = 1) -> Range<Int> {
    let steps = (count + step - 1) / step
    let lower = steps * part / parts * step
    let upper = steps * (part + 1) / parts * step
    return min(lower, count)..<min(upper, count)
  }

  /// Calls `body` with ranges that together are 0 ..< `count`; each but the last ends at a multiple
  /// of `step`.
  static func forEachRange(
    of count: Int, step: Int = 1, _ body: (Range<Int>) -> Void
  ) {
    let parts = parts(for: count)
    run(parts) { part in
      let range = range(part, of: parts, count: count, step: step)
      if !range.isEmpty { body(range) }
    }
  }
}

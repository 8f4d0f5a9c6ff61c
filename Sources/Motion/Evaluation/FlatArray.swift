/// Values in one piece of memory that never change, read without looking at bounds and references.
// @unchecked: nobody writes to the memory after it was made, and its values are Sendable.
final class FlatArray<Value: Sendable>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Value>
  let count: Int

  init(_ values: [Value]) {
    count = values.count
    start = .allocate(capacity: max(1, values.count))
    for (index, value) in values.enumerated() { (start + index).initialize(to: value) }
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }
}

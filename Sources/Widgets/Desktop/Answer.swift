/// Carries a continuation through a callback of GLib, which calls it once.
final class Answer<Value: Sendable> {
  private let continuation: CheckedContinuation<Value, Never>

  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = continuation }

  /// A reference for the callback's data.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// Takes the reference of the callback's data.
  static func of(_ data: UnsafeMutableRawPointer?) -> Answer? {
    data.map { Unmanaged<Answer>.fromOpaque($0).takeRetainedValue() }
  }

  func give(_ value: Value) { continuation.resume(returning: value) }
}

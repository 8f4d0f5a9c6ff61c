import Glibc

/// The process environment, read without Foundation, whose loading costs an app start-up time.
package enum Environment {
  /// The value of `name`, or nil when it is not set or empty.
  package static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

/// The documents that were read, and the way back and forward through them.
///
/// ```swift
/// var history = History<Int>()
/// history.visit(8446)
/// history.visit(5246)
/// history.goBack()      // 8446
/// ```
struct History<Place: Equatable>: Equatable {
  private(set) var current: Place?
  private var past: [Place] = []
  private var future: [Place] = []

  var canGoBack: Bool { !past.isEmpty }
  var canGoForward: Bool { !future.isEmpty }

  /// Goes to a new place; what lay ahead is forgotten. The current place again changes nothing.
  mutating func visit(_ place: Place) {
    guard place != current else { return }
    if let current { past.append(current) }
    // What is kept must not grow for years.
    past = past.suffix(200)
    current = place
    future = []
  }

  /// Notes where in the current document the reader is, for the way back.
  mutating func replaceCurrent(_ place: Place) {
    if current != nil { current = place }
  }

  @discardableResult
  mutating func goBack() -> Place? {
    guard let place = past.popLast() else { return nil }
    if let current { future.append(current) }
    current = place
    return place
  }

  @discardableResult
  mutating func goForward() -> Place? {
    guard let place = future.popLast() else { return nil }
    if let current { past.append(current) }
    current = place
    return place
  }
}

extension History: Codable where Place: Codable {}

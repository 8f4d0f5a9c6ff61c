public import FoundationEssentials

/// What a setting holds, whatever its type in Swift: what is compared, checked and stored.
public enum PreferenceContent: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  case text(String)
  case date(Date)
  case duration(Duration)
  case list([PreferenceContent])
  /// A value of a program's own type, as JSON.
  case json(String)
}

extension PreferenceContent {
  /// Whether it comes before another of the same kind; false where there is no order.
  func precedes(_ other: PreferenceContent) -> Bool {
    switch (self, other) {
    case (.integer(let own), .integer(let other)): own < other
    case (.double(let own), .double(let other)): own < other
    case (.date(let own), .date(let other)): own < other
    case (.duration(let own), .duration(let other)): own < other
    default: false
    }
  }

  /// Whether contents of this kind have an order, and this one a place in it.
  var isOrdered: Bool {
    switch self {
    case .integer, .date, .duration: true
    case .double(let value): !value.isNaN
    case .boolean, .text, .list, .json: false
    }
  }
}

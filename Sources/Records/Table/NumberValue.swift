/// A type whose values can be added up: the fields of which there is a sum and a mean.
public protocol NumberValue: SortableValue {}

/// A whole number, or one that may be missing.
public protocol IntegerValue: NumberValue {}

/// A floating-point number, or one that may be missing.
public protocol DoubleValue: NumberValue {}

extension Int: IntegerValue {}
extension Double: DoubleValue {}
extension Optional: NumberValue where Wrapped: NumberValue {}
extension Optional: IntegerValue where Wrapped: IntegerValue {}
extension Optional: DoubleValue where Wrapped: DoubleValue {}

/// Inputs of a form under one heading.
///
/// ```swift
/// FormGroup("Address") { street; town }
/// ```
@MainActor
public struct FormGroup {
  /// The heading; nil for parts that stand under none.
  public var title: String?
  /// Inputs, each in a row with its label, and other parts, which get a row to themselves.
  public var parts: [Part]

  public init(_ title: String? = nil, @PartBuilder _ parts: () -> [Part]) {
    self.title = title
    self.parts = parts()
  }

  fileprivate init(parts: [Part]) { self.parts = parts }
}

/// Gathers the groups, inputs and other parts that a closure names.
@MainActor
@resultBuilder
public enum FormBuilder {
  public static func buildExpression(_ group: FormGroup) -> [FormGroup] { [group] }
  public static func buildExpression(_ groups: [FormGroup]) -> [FormGroup] { groups }
  public static func buildExpression(_ part: Part) -> [FormGroup] { [FormGroup(parts: [part])] }
  public static func buildExpression(_ parts: [Part]) -> [FormGroup] { [FormGroup(parts: parts)] }
  public static func buildBlock(_ groups: [FormGroup]...) -> [FormGroup] { groups.flatMap { $0 } }
  public static func buildOptional(_ groups: [FormGroup]?) -> [FormGroup] { groups ?? [] }
  public static func buildEither(first groups: [FormGroup]) -> [FormGroup] { groups }
  public static func buildEither(second groups: [FormGroup]) -> [FormGroup] { groups }
  public static func buildArray(_ groups: [[FormGroup]]) -> [FormGroup] { groups.flatMap { $0 } }
}

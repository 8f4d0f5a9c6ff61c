/// Gathers the parts that a closure names, with `if`, `for` and optional parts.
@MainActor
@resultBuilder
public enum PartBuilder {
  public static func buildExpression(_ part: Part) -> [Part] { [part] }
  public static func buildExpression(_ part: Part?) -> [Part] { part.map { [$0] } ?? [] }
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
  public static func buildEither(first parts: [Part]) -> [Part] { parts }
  public static func buildEither(second parts: [Part]) -> [Part] { parts }
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}

/// Elements that stand in a container while a condition holds.
///
/// The condition is followed: when something that it reads changes, the elements are made, or taken away,
/// in the next frame. What a person has entered in them goes with them; `visible { … }`
/// only hides a part.
///
/// ```swift
/// Stack {
///   If(shop.isOpen) { Button("Buy") { shop.sell() } } else: { Label("Closed") }
/// }
/// ```
@MainActor
public struct If<Element> {
  private let condition: @MainActor () -> Bool
  private let whenTrue: @MainActor () -> Content<Element>
  private let whenFalse: @MainActor () -> Content<Element>

  /// - Parameters:
  ///   - condition: Whether `content` stands there.
  ///   - content: Makes the elements, each time the condition has become true.
  ///   - otherwise: Makes those that stand there while the condition is false.
  public init(
    _ condition: @autoclosure @escaping @MainActor () -> Bool,
    @ContentBuilder<Element> then content: @escaping @MainActor () -> Content<Element>,
    @ContentBuilder<Element> else otherwise: @escaping @MainActor () -> Content<Element> = {
      Content()
    }
  ) {
    self.condition = condition
    whenTrue = content
    whenFalse = otherwise
  }

  func fill(_ span: Span<Element>) {
    span.follow(condition) { span, isTrue in
      span.replace([Span.Keyed(key: isTrue, make: isTrue ? whenTrue : whenFalse)])
    }
  }
}

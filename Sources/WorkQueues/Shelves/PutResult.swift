/// What came of one attempt to store an element.
@usableFromInline enum PutResult<Element: Sendable>: Sendable {
  case stored
  /// Stored, and this one had to go for it.
  case dropped(Element)
  case full
  case closed
}

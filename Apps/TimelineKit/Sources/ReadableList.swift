/// The elements of a list that can be read; those that cannot, and what is no list, do no harm to the rest.
struct ReadableList<Element: Decodable & Sendable>: Decodable, Sendable {
  var elements: [Element] = []
  /// How many could not be read.
  private(set) var lostCount = 0

  init(_ elements: [Element]) { self.elements = elements }

  private struct Readable: Decodable {
    var element: Element?

    init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
  }

  init(from decoder: any Decoder) throws {
    guard var list = try? decoder.unkeyedContainer() else { return }
    while !list.isAtEnd {
      guard let next = try? list.decode(Readable.self) else { return }
      if let element = next.element { elements.append(element) } else { lostCount += 1 }
    }
  }
}

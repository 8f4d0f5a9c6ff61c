/// Elements that stand in a container, some for each thing of a list.
///
/// The list is followed: when something that was read for it changes, what was added gets its elements and
/// what was removed loses them in the next frame, and what was moved is moved. Things are known by their
/// identity.
///
/// ```swift
/// Stack { ForEach(shop.customers) { customer in Label { customer.name } } }
/// ```
///
/// Elements of an object are made once, and follow it by closures of their own. Those of a value are made
/// anew when the value is another.
///
/// - Complexity: O(*n*) for a list of *n* things after a change, and what is made for the new ones.
@MainActor
public struct ForEach<Element> {
  let fill: @MainActor (Span<Element>) -> Void

  /// - Parameters:
  ///   - items: The values, in order. Of several with the same identity the first counts.
  ///   - content: Makes the elements of one of them.
  public init<Item: Identifiable & Equatable>(
    _ items: @autoclosure @escaping @MainActor () -> [Item],
    @ContentBuilder<Element> content: @escaping @MainActor (Item) -> Content<Element>
  ) {
    fill = { span in
      var made: [Item.ID: Item] = [:]
      var editions: [Item.ID: Int] = [:]
      span.follow(items) { span, items in
        var current: [Item.ID: Item] = [:]
        var keyed: [Span<Element>.Keyed] = []
        for item in items where current[item.id] == nil {
          current[item.id] = item
          // Another value is another thing to show.
          if let old = made[item.id], old != item { editions[item.id, default: 0] += 1 }
          let key = Edition(id: item.id, number: editions[item.id, default: 0])
          keyed.append(Span.Keyed(key: key, make: { content(item) }))
        }
        made = current
        span.replace(keyed)
      }
    }
  }

  /// - Parameters:
  ///   - items: The objects, in order. Of several with the same identity the first counts.
  ///   - content: Makes the elements of one of them.
  public init<Item: Identifiable & AnyObject>(
    _ items: @autoclosure @escaping @MainActor () -> [Item],
    @ContentBuilder<Element> content: @escaping @MainActor (Item) -> Content<Element>
  ) {
    fill = { span in
      span.follow(items) { span, items in
        var seen: Set<Item.ID> = []
        span.replace(
          items.filter { seen.insert($0.id).inserted }.map { item in
            // Another object is another thing to show, whatever it calls itself.
            Span.Keyed(key: ObjectIdentifier(item), make: { content(item) })
          })
      }
    }
  }

  /// A value, and how often it has become another.
  private struct Edition<ID: Hashable>: Hashable {
    let id: ID
    let number: Int
  }
}

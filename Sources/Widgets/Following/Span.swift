/// A container that keeps its elements in order.
@MainActor
protocol SpanHost<Element>: Part {
  associatedtype Element
  /// Puts an element behind another that stands there; nil puts it before all.
  func insert(_ element: Element, after previous: Element?)
  /// Takes an element away at once.
  func remove(_ element: Element)
  /// Takes an element away when it has left in its own way.
  func dismiss(_ element: Element)
  /// Whether an element stands there; a person may have closed it.
  func stands(_ element: Element) -> Bool
  /// Moves an element behind another; nil: before all.
  func move(_ element: Element, after previous: Element?)
}

extension SpanHost {
  func dismiss(_ element: Element) { remove(element) }
}

/// A run of neighbours in a container, of which some may be spans themselves.
///
/// Each knows where it stands, so that what comes into the middle gets its place, as if it had been
/// written there.
@MainActor
final class Span<Element> {
  /// What stands in a span for one key.
  struct Keyed {
    let key: AnyHashable
    let make: @MainActor () -> Content<Element>
  }

  private enum Entry {
    case element(Element)
    case span(Span)
  }

  private weak var host: (any SpanHost<Element>)?
  private weak var parent: Span?
  private var entries: [Entry] = []
  /// The keys of the entries of a span that changes, one for each.
  private var keys: [AnyHashable] = []
  private var follower: Follower?

  /// The whole content of a container.
  init(_ content: Content<Element>, in host: any SpanHost<Element>) {
    self.host = host
    fill(content)
  }

  private init(_ parent: Span) {
    self.parent = parent
    host = parent.host
  }

  private func fill(_ content: Content<Element>) {
    for node in content.nodes {
      switch node {
      case .fixed(let element):
        host?.insert(element, after: last ?? previous)
        entries.append(.element(element))
      case .changing(let fill):
        let span = Span(self)
        entries.append(.span(span))
        fill(span)
      }
    }
  }

  /// Keeps the span up to date with what `read` returns.
  func follow<Value>(
    _ read: @escaping @MainActor () -> Value,
    _ apply: @escaping @MainActor (Span, Value) -> Void
  ) {
    guard let host, host.native != nil else { return }
    follower = host.madeFollowers.add(.window, read) { [weak self] value in
      if let self { apply(self, value) }
    }
  }

  /// Has exactly the content of these keys, in their order; what stands there for one of them stays.
  func replace(_ wanted: [Keyed]) {
    let places = Dictionary(zip(keys, entries.indices)) { first, _ in first }
    let kept = Set(wanted.map(\.key))
    for (key, entry) in zip(keys, entries) where !kept.contains(key) { take(entry) }
    let old = entries
    // Those that stay and stand in the same order as before are not moved.
    var reached = -1
    (entries, keys) = ([], [])
    for item in wanted {
      if let place = places[item.key] {
        if place < reached { move(old[place], after: last ?? previous) } else { reached = place }
        entries.append(old[place])
        keys.append(item.key)
      } else {
        let span = Span(self)
        entries.append(.span(span))
        keys.append(item.key)
        span.fill(item.make())
      }
    }
  }

  /// The last element of the span; nil where it has none now.
  private var last: Element? {
    for entry in entries.reversed() {
      if let last = lastElement(of: entry) { return last }
    }
    return nil
  }

  /// The element that stands before the span.
  private var previous: Element? {
    guard let parent else { return nil }
    // What is being added is the last one.
    let own = parent.entries.lastIndex { entry in
      if case .span(let span) = entry { span === self } else { false }
    }
    for entry in parent.entries[..<(own ?? parent.entries.endIndex)].reversed() {
      if let last = parent.lastElement(of: entry) { return last }
    }
    return parent.previous
  }

  private func take(_ entry: Entry) {
    switch entry {
    case .element(let element): host?.dismiss(element)
    case .span(let span): span.end()
    }
  }

  private func end() {
    if let follower { host?.madeFollowers.remove(follower) }
    follower = nil
    for entry in entries { take(entry) }
    (entries, keys) = ([], [])
  }

  private func move(_ entry: Entry, after previous: Element?) {
    switch entry {
    case .element(let element): host?.move(element, after: previous)
    case .span(let span):
      var previous = previous
      for entry in span.entries {
        span.move(entry, after: previous)
        previous = span.lastElement(of: entry) ?? previous
      }
    }
  }

  private func lastElement(of entry: Entry) -> Element? {
    switch entry {
    case .element(let element): host?.stands(element) == true ? element : nil
    case .span(let span): span.last
    }
  }
}

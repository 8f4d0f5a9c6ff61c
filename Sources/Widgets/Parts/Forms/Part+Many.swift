// Many parts of one kind, made at once: what a builder or a ``Grid`` takes.

extension Button {
  /// Returns a button for each element, all with the same handler.
  ///
  /// ```swift
  /// Stack(.horizontal) { Button.many(["Cut", "Copy", "Paste"]) { edit($0) } }
  /// ```
  ///
  /// - Parameters:
  ///   - things: What to make buttons of.
  ///   - title: What stands in the button of a thing; the thing as text, if not given.
  ///   - press: Called with the thing whose button was pressed.
  public static func many<Thing>(
    _ things: some Sequence<Thing>, title: (Thing) -> String = { "\($0)" },
    press: @escaping @MainActor (Thing) -> Void
  ) -> [Button] {
    things.map { thing in Button(title(thing)) { press(thing) } }
  }

  /// Returns a button for each element, all with the same handler, which takes a while.
  public static func many<Thing>(
    _ things: some Sequence<Thing>, title: (Thing) -> String = { "\($0)" },
    press: @escaping @MainActor (Thing) async throws -> Void
  ) -> [Button] {
    things.map { thing in Button(title(thing)) { try await press(thing) } }
  }
}

extension Label {
  /// Returns a label for each text.
  public static func many(_ texts: some Sequence<String>) -> [Label] { texts.map { Label($0) } }
}

extension CheckBox {
  /// Returns a check box for each element, all with the same handler.
  ///
  /// - Parameters:
  ///   - things: What to make check boxes of.
  ///   - title: What stands beside the box of a thing; the thing as text, if not given.
  ///   - isChecked: Whether it is checked at first; not, if not given.
  ///   - change: Called with the thing whose box was changed, and whether it is checked.
  public static func many<Thing>(
    _ things: some Sequence<Thing>, title: (Thing) -> String = { "\($0)" },
    isChecked: (Thing) -> Bool = { _ in false },
    change: @escaping @MainActor (Thing, Bool) -> Void
  ) -> [CheckBox] {
    things.map { thing in
      CheckBox(title(thing), value: isChecked(thing)) { change(thing, $0) }
    }
  }
}

extension Sequence where Element: Part {
  /// Changes each part and returns all of them.
  ///
  /// ```swift
  /// Button.many(1...9) { dial($0) }.each { $0.styleClass("circular") }
  /// ```
  @MainActor
  public func each(_ change: (Element) -> Void) -> [Element] {
    map { part in
      change(part)
      return part
    }
  }
}

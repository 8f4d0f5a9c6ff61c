/// What a part can follow: implemented by ``Part`` alone.
///
/// It stands apart from ``Part`` so that a closure is given the part as what it is, such as a
/// ``ProgressBar``.
@MainActor
public protocol Following: Part {}

extension Part: Following {}

extension Following {
  /// Calls `update` when the part is put into a window, and again whenever something that it read has
  /// changed, in the next frame in which the part is seen.
  ///
  /// What is read of any `@Observable` class is followed, as is the state of this toolkit's models: of
  /// loads, records, settings, documents, pools, queues and players. The closure ends with the part, and
  /// may capture it.
  ///
  /// ```swift
  /// ProgressBar().follow { $0.fraction = pool.status.fraction }
  /// ```
  ///
  /// - Parameter update: Brings the part up to date. It must not change what it reads.
  @discardableResult
  public func follow(_ update: @escaping @MainActor (Self) -> Void) -> Self {
    keepUpToDate(.part, { [weak self] in if let self { update(self) } }, apply: { _ in })
    return self
  }

  /// Calls `apply` with what `read` returns, when the part is put into a window, and again whenever
  /// something that `read` has read has changed. What `apply` reads is not followed.
  ///
  /// ```swift
  /// place.follow { file.contents } apply: { place, contents in place.show(contents) }
  /// ```
  @discardableResult
  public func follow<Value>(
    _ read: @escaping @MainActor () -> Value, apply: @escaping @MainActor (Self, Value) -> Void
  ) -> Self {
    keepUpToDate(.part, read) { [weak self] value in if let self { apply(self, value) } }
    return self
  }

  /// Calls `update` with each element of a sequence, until that ends or the part is gone.
  ///
  /// This is for what is no observable model: a stream of one's own. Where elements come faster than
  /// they are shown, the sequence decides which are left out.
  ///
  /// ```swift
  /// Label().follow(thermometer.values) { label, value in label.text = "\(value) °C" }
  /// ```
  @discardableResult
  public func follow<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, _ update: @escaping @MainActor (Self, Elements.Element) -> Void
  ) -> Self where Elements.Failure == Never, Elements.Element: Sendable {
    guard native != nil else { return self }
    let task = Task { @MainActor [weak self] in
      for await element in elements {
        guard let self, native != nil else { return }
        update(self, element)
      }
    }
    madeFollowers.add(task)
    return self
  }
}

extension Part {
  /// Calls `apply` with what `read` returns, at first and whenever that may be another.
  func keepUpToDate<Value>(
    _ scope: Follower.Scope = .part, _ read: @escaping @MainActor () -> Value,
    apply: @escaping @MainActor (Value) -> Void
  ) {
    if native != nil { madeFollowers.add(scope, read, apply: apply) }
  }

  /// Calls `apply` with what `read` returns, at first and whenever that is another.
  func keepUpToDate<Value: Equatable>(
    _ scope: Follower.Scope = .part, _ read: @escaping @MainActor () -> Value,
    apply: @escaping @MainActor (Value) -> Void
  ) {
    guard native != nil else { return }
    var last: Value?
    madeFollowers.add(scope, read) { value in
      if let last, last == value { return }
      last = value
      apply(value)
    }
  }
}

// MARK: - Modifiers

// Each is up to date in the next frame after something that the closure read has changed.
extension Part {
  /// Enables the part while the closure returns true.
  ///
  /// ```swift
  /// Button("Save") { save() }.enabled { document.isDirty }
  /// ```
  @discardableResult
  public func enabled(_ isEnabled: @escaping @MainActor () -> Bool) -> Self {
    keepUpToDate(.window, isEnabled) { [weak self] in self?.isEnabled = $0 }
    return self
  }

  /// Shows the part while the closure returns true.
  @discardableResult
  public func visible(_ isVisible: @escaping @MainActor () -> Bool) -> Self {
    keepUpToDate(.window, isVisible) { [weak self] in self?.isVisible = $0 }
    return self
  }

  /// Gives the part a style class while the closure returns true.
  ///
  /// ```swift
  /// Label { "\(stock.count) left" }.styleClass("error") { stock.count < 3 }
  /// ```
  @discardableResult
  public func styleClass(_ name: String, _ isOn: @escaping @MainActor () -> Bool) -> Self {
    keepUpToDate(.part, isOn) { [weak self] in self?.setStyleClass(name, $0) }
    return self
  }

  /// Sets the tooltip to what the closure returns; nil for none.
  @discardableResult
  public func tooltip(_ text: @escaping @MainActor () -> String?) -> Self {
    keepUpToDate(.part, text) { [weak self] in self?.tooltip($0) }
    return self
  }

  /// Sets what a screen reader calls the part to what the closure returns.
  @discardableResult
  public func accessibleLabel(_ text: @escaping @MainActor () -> String) -> Self {
    keepUpToDate(.part, text) { [weak self] in self?.accessibleLabel($0) }
    return self
  }
}

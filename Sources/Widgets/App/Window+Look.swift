internal import HikidashiBase

extension Window {
  /// Gives the app the colours that the closure tells, and again when something that it read has changed: GTK has
  /// one scheme for all windows.
  ///
  /// ```swift
  /// Window("Notes") { list }.colorScheme { store[settings.colors] }
  /// ```
  @discardableResult
  public func colorScheme(_ scheme: @escaping @MainActor () -> ColorScheme) -> Self {
    keepApp(\.colorScheme, scheme)
  }

  /// Gives all text of the app the size that the closure tells in proportion to the desktop's, and again when
  /// something that it read has changed; see ``App/textScale``.
  ///
  /// ```swift
  /// Window("Notes") { list }.textScale { Double(store[settings.percent]) / 100 }
  /// ```
  @discardableResult
  public func textScale(_ scale: @escaping @MainActor () -> Double) -> Self {
    keepApp(\.textScale, scale)
  }

  private func keepApp<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<App, Value>, _ value: @escaping @MainActor () -> Value
  ) -> Self {
    keepUpToDate(.window, value) { [weak self] value in
      guard let app = self?.app ?? App.current, app[keyPath: property] != value else { return }
      app[keyPath: property] = value
    }
    return self
  }

  /// Lets a person read about the app: by an item of the main menu (``MenuButton/main(_:)``), and by whatever has
  /// the action `win.about`.
  ///
  /// ```swift
  /// Window("Notes") { list }.about(AboutWindow("Notes", version: "1.2", icon: "org.example.Notes"))
  /// ```
  @discardableResult
  public func about(_ about: AboutWindow) -> Self {
    actions {
      Action("about", title: tr("About {}", about.appName)) { [weak self] in self?.show(about) }
    }
  }
}

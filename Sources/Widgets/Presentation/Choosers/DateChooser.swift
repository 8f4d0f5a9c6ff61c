public import FoundationEssentials
internal import HikidashiBase
public import HikidashiPresentation

/// Asks for a day, or a day and a time, typed or picked from a calendar.
///
/// ```swift
/// let due = try await window.present(DateChooser("Due on", value: .now))
/// ```
public struct DateChooser: Presentable {
  public typealias Answer = Date

  public var title: String
  /// What is chosen at first.
  public var value: Date
  /// Whether the hour and the minute are chosen, too; a day alone begins at midnight.
  public var hasTime: Bool
  public var options = PresentationOptions()

  public var name: String { title }

  /// Makes a chooser.
  ///
  /// - Parameters:
  ///   - title: What the date is for.
  ///   - value: What is chosen at first.
  ///   - hasTime: Whether the hour and the minute are chosen, too.
  public init(_ title: String, value: Date = .now, hasTime: Bool = false) {
    self.title = title
    self.value = value
    self.hasTime = hasTime
  }
}

extension DateChooser: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<DateChooser> {
    DateChooserView(self, over: window)
  }
}

private final class DateChooserView: MessageView<DateChooser> {
  private lazy var entry = DateEntry(
    tr("Date"), value: item.value, hasTime: item.hasTime, rules: [.required])
  private lazy var form = Form { entry }

  override func message() -> Message {
    form.onChange = { [weak self] in self?.check() }
    form.onApply = { [weak self] in self?.choose(.choose) }
    return Message(
      heading: item.title, choices: [.cancel, .choose], content: form, focus: entry)
  }

  private func check() { setEnabled(.choose, form.isValid) }

  override func chose(_ choice: Choice) {
    if choice == .choose, form.isValid, let date = entry.value { answer(date) }
  }
}

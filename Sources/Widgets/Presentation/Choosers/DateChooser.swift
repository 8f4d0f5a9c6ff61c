public import FoundationEssentials
internal import HikidashiBase
public import HikidashiPresentation

/// A dialog that asks for a day, or a day and a time, typed or picked from a calendar.
///
/// ```swift
/// let due = try await window.present(DateChooser("Due on", value: .now))
/// ```
public struct DateChooser: Presentable {
  /// The chosen day, with the time if one is asked for.
  public typealias Answer = Date

  /// The title of the dialog.
  public var title: String
  /// The date that is selected at first.
  public var value: Date
  /// Whether the user also chooses the hour and minute; a day without them begins at midnight.
  public var hasTime: Bool
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// The name of the item in the log, in errors and in queries.
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

public import FoundationEssentials

/// The content of a slot for each item.
///
/// ```swift
/// .text("name") { $0.name }
/// ```
@MainActor
public struct SlotContent<Item: Sendable> {
  enum Value {
    case text(@MainActor (Item) -> String)
    case icon(@MainActor (Item) -> String?)
    case picture(@MainActor (Item) -> String?)
    case address(PictureStore, @MainActor (Item) -> URL?)
    case progress(@MainActor (Item) -> Double)
  }

  let slot: String
  let value: Value
  /// Where it stands in the program.
  let place: String

  var kind: CellSlot.Kind {
    switch value {
    case .text: .text
    case .icon: .icon
    case .picture, .address: .picture
    case .progress: .progress
    }
  }

  private init(_ slot: String, _ value: Value, _ file: String, _ line: Int) {
    self.slot = slot
    self.value = value
    place = "\(file):\(line)"
  }

  /// Returns text for a slot.
  public static func text(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String
  ) -> SlotContent {
    SlotContent(slot, .text(value), file, line)
  }

  /// Returns an icon of the desktop's theme for a slot, given by its name; nil shows none.
  public static func icon(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String?
  ) -> SlotContent {
    SlotContent(slot, .icon(value), file, line)
  }

  /// Returns a picture file for a slot, given by its path; nil or an unreadable file shows nothing.
  public static func picture(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String?
  ) -> SlotContent {
    SlotContent(slot, .picture(value), file, line)
  }

  /// Returns a picture from a URL for a slot; nil shows none. The picture is loaded and decoded off
  /// the main thread and shared between rows; the wait for it ends when its row goes out of view.
  public static func picture(
    _ slot: String, from store: PictureStore, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> URL?
  ) -> SlotContent {
    SlotContent(slot, .address(store, value), file, line)
  }

  /// Returns progress for a slot, from 0 to 1.
  public static func progress(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> Double
  ) -> SlotContent {
    SlotContent(slot, .progress(value), file, line)
  }
}

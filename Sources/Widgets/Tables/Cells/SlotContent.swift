public import FoundationEssentials

/// What a slot of a cell shows of an item.
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

  /// Fills a slot with text.
  public static func text(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String
  ) -> SlotContent {
    SlotContent(slot, .text(value), file, line)
  }

  /// Fills a slot with an icon of the desktop's theme, by its name; nil: none.
  public static func icon(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String?
  ) -> SlotContent {
    SlotContent(slot, .icon(value), file, line)
  }

  /// Fills a slot with a picture file, by its path; nil: none. What cannot be read shows nothing.
  public static func picture(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String?
  ) -> SlotContent {
    SlotContent(slot, .picture(value), file, line)
  }

  /// Fills a slot with a picture by its address; nil: none. It is loaded and decoded off the main
  /// thread, shared between rows, and no longer waited for when its row goes out of view.
  public static func picture(
    _ slot: String, from store: PictureStore, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> URL?
  ) -> SlotContent {
    SlotContent(slot, .address(store, value), file, line)
  }

  /// Fills a slot with a part of a whole, from 0 to 1.
  public static func progress(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> Double
  ) -> SlotContent {
    SlotContent(slot, .progress(value), file, line)
  }
}

import Foundation
import TestSupport

/// What the sources of the toolkit declare, and what is written of it.
enum Inventory {
  /// Those that others are made of: they are looked at in these.
  private static let bases: Set = ["AnyInput", "Input", "TypedEntry"]

  /// Dialogs that the desktop draws, or GTK where it has none. What stands in them is theirs;
  /// `FileDialogTests` have what is ours.
  static let ofTheDesktop: Set = ["FileOpen", "FileSave"]

  /// The names of all public parts but tables and windows, which have tests of their own.
  static func parts() throws -> Set<String> {
    var names: Set<String> = []
    for folder in ["Widgets/Parts", "Widgets/Presentation", "Widgets/Desktop", "Scenes"] {
      let text = try text(of: "Sources/\(folder)", suffix: ".swift")
      let declarations = text.matches(
        of:
          #/(?m)^(?:public final|open) class (\w+)(?:<.*>)?: (?:Part|Stack|AnyInput|(?:Suggesting)?Input<.*|TypedEntry<.*) \{$/#
      )
      names.formUnion(declarations.map { String($0.1) })
    }
    return names.subtracting(bases)
  }

  /// The names of all that can be presented.
  static func dialogs() throws -> Set<String> {
    let text = try text(of: "Sources/Widgets/Presentation", suffix: ".swift")
    return Set(
      text.matches(of: #/(?m)^public struct (\w+)(?:<.*>)?: Presentable \{$/#).map {
        String($0.1)
      })
  }

  /// All files of a folder, one behind the other.
  static func text(of folder: String, suffix: String) throws -> String {
    let root = Checkout.root.appendingPathComponent(folder).resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    var text = ""
    while let file = files?.nextObject() as? URL {
      guard file.lastPathComponent.hasSuffix(suffix) else { continue }
      text += try String(contentsOf: file, encoding: .utf8)
    }
    return text
  }
}

extension String {
  /// Whether it has this as a word of its own.
  func contains(word: String) -> Bool {
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      let before = rest[..<range.lowerBound].last
      rest = rest[range.upperBound...]
      let isWord = [before, rest.first].allSatisfy { $0.map { !$0.isLetter } ?? true }
      if isWord { return true }
    }
    return false
  }
}

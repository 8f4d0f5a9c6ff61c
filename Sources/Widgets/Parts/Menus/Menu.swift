internal import CHikidashiGTK

/// An entry of a menu: a command, a choice, a section, a submenu and so on.
///
/// ```swift
/// MenuButton(icon: "view-more-symbolic", label: "More") {
///   Action("rename", title: "Rename…", shortcuts: "F2") { rename() }
///   Menu.toggle("Show Hidden", isOn: showsHidden) { show(hidden: $0) }
///   Menu.section("Order") {
///     Menu.choice(["By Name", "By Date"], chosen: 0) { sort(by: $0) }
///   }
///   Menu.submenu("Export") {
///     Menu.item("As CSV", action: "win.export-csv")
///   }
/// }
/// ```
public struct Menu {
  let kind: Kind

  indirect enum Kind {
    case named(String, action: String)
    case command(Action)
    case toggle(String, isOn: Bool, @MainActor (Bool) -> Void)
    case choice([String], chosen: Int?, @MainActor (Int) -> Void)
    case section(String?, [Menu])
    case submenu(String, [Menu])
    case separator
  }

  /// Returns an entry that runs an action of the window (`win.NAME`) or the app (`app.NAME`) and
  /// shows its shortcut.
  public static func item(_ title: String, action: String) -> Menu {
    Menu(kind: .named(title, action: action))
  }

  /// Returns an entry with its own action, whose shortcut works in the window of a ``MenuButton``;
  /// in a context menu, while the part has the keyboard focus.
  public static func item(_ action: Action) -> Menu { Menu(kind: .command(action)) }

  /// Returns an entry that turns something on and off.
  public static func toggle(
    _ title: String, isOn: Bool, _ change: @escaping @MainActor (Bool) -> Void
  ) -> Menu {
    Menu(kind: .toggle(title, isOn: isOn, change))
  }

  /// Returns entries of which one is selected; `choose` is called with the index of the new one.
  public static func choice(
    _ titles: [String], chosen: Int?, _ choose: @escaping @MainActor (Int) -> Void
  ) -> Menu {
    Menu(kind: .choice(titles, chosen: chosen, choose))
  }

  /// Returns a section: entries set off by a line above and below, with a heading if one is given.
  public static func section(
    _ title: String? = nil, @MenuBuilder _ entries: () -> [Menu]
  ) -> Menu {
    Menu(kind: .section(title, entries()))
  }

  /// Returns an entry that opens a submenu.
  public static func submenu(_ title: String, @MenuBuilder _ entries: () -> [Menu]) -> Menu {
    Menu(kind: .submenu(title, entries()))
  }

  /// A line between the entries above and below it.
  public static var separator: Menu { Menu(kind: .separator) }
}

/// A result builder that collects the entries of a menu in a closure.
@resultBuilder
public enum MenuBuilder {
  /// Returns a single entry as a list.
  public static func buildExpression(_ entry: Menu) -> [Menu] { [entry] }
  /// Returns several entries as they are.
  public static func buildExpression(_ entries: [Menu]) -> [Menu] { entries }
  /// Returns an action as an entry.
  public static func buildExpression(_ action: Action) -> [Menu] { [.item(action)] }
  /// Joins the entries of a block.
  public static func buildBlock(_ entries: [Menu]...) -> [Menu] { entries.flatMap { $0 } }
  /// Returns the entries of an `if` without `else`, or none.
  public static func buildOptional(_ entries: [Menu]?) -> [Menu] { entries ?? [] }
  /// Returns the entries of the first branch.
  public static func buildEither(first entries: [Menu]) -> [Menu] { entries }
  /// Returns the entries of the second branch.
  public static func buildEither(second entries: [Menu]) -> [Menu] { entries }
  /// Joins the entries of a loop.
  public static func buildArray(_ entries: [[Menu]]) -> [Menu] { entries.flatMap { $0 } }
}

extension [Menu] {
  /// The actions of the window and the app that the menu names.
  var actionNames: [String] {
    flatMap { entry -> [String] in
      switch entry.kind {
      case .named(_, let action): [action]
      case .section(_, let entries), .submenu(_, let entries): entries.actionNames
      case .command, .toggle, .choice, .separator: []
      }
    }
  }

  /// The actions of the menu's own, also those of its submenus.
  var commands: [Action] {
    flatMap { entry -> [Action] in
      switch entry.kind {
      case .command(let action): [action]
      case .section(_, let entries), .submenu(_, let entries): entries.commands
      case .named, .toggle, .choice, .separator: []
      }
    }
  }
}

/// A thin dividing line between two parts.
public final class Separator: Part {
  /// Creates a separator.
  ///
  /// - Parameter axis: The direction of the line.
  public init(_ axis: Axis = .vertical) {
    super.init(native: gtk_separator_new(axis.native))
  }
}

/// An empty part that takes all free space and so pushes the following parts to the end.
public final class Spacer: Part {
  /// Creates a spacer.
  public init() {
    super.init(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    expand(.horizontal)
  }
}

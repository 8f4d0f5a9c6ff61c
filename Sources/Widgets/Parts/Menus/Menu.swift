internal import CHikidashiGTK

/// What a menu offers, as a definition.
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

  /// Runs an action of the window (`win.NAME`) or the app (`app.NAME`), whose shortcut it shows.
  public static func item(_ title: String, action: String) -> Menu {
    Menu(kind: .named(title, action: action))
  }

  /// Runs an action of its own; its shortcut works in the window of a ``MenuButton``, and, in a
  /// context menu, while the keyboard is in the part.
  public static func item(_ action: Action) -> Menu { Menu(kind: .command(action)) }

  /// Something that is on or off.
  public static func toggle(
    _ title: String, isOn: Bool, _ change: @escaping @MainActor (Bool) -> Void
  ) -> Menu {
    Menu(kind: .toggle(title, isOn: isOn, change))
  }

  /// One of several; `choose` is called with its position.
  public static func choice(
    _ titles: [String], chosen: Int?, _ choose: @escaping @MainActor (Int) -> Void
  ) -> Menu {
    Menu(kind: .choice(titles, chosen: chosen, choose))
  }

  /// Lines that belong together, with a line above and below, and a heading where there is one.
  public static func section(
    _ title: String? = nil, @MenuBuilder _ entries: () -> [Menu]
  ) -> Menu {
    Menu(kind: .section(title, entries()))
  }

  /// A menu that opens beside its line.
  public static func submenu(_ title: String, @MenuBuilder _ entries: () -> [Menu]) -> Menu {
    Menu(kind: .submenu(title, entries()))
  }

  /// A line between what is above and below.
  public static var separator: Menu { Menu(kind: .separator) }
}

/// Gathers the lines of a menu that a closure names.
@resultBuilder
public enum MenuBuilder {
  public static func buildExpression(_ entry: Menu) -> [Menu] { [entry] }
  public static func buildExpression(_ entries: [Menu]) -> [Menu] { entries }
  public static func buildExpression(_ action: Action) -> [Menu] { [.item(action)] }
  public static func buildBlock(_ entries: [Menu]...) -> [Menu] { entries.flatMap { $0 } }
  public static func buildOptional(_ entries: [Menu]?) -> [Menu] { entries ?? [] }
  public static func buildEither(first entries: [Menu]) -> [Menu] { entries }
  public static func buildEither(second entries: [Menu]) -> [Menu] { entries }
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

/// A thin line between two parts.
public final class Separator: Part {
  /// - Parameter axis: The direction of the line.
  public init(_ axis: Axis = .vertical) {
    super.init(native: gtk_separator_new(axis.native))
  }
}

/// Empty room that pushes what follows to the other end.
public final class Spacer: Part {
  public init() {
    super.init(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    expand(.horizontal)
  }
}

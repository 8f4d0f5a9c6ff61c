internal import CHikidashiGTK

/// A menu as GTK takes it: the lines, and the actions that they name.
@MainActor
final class MenuModel {
  /// Under what the widget that shows the menu finds the actions.
  static let prefix = "menu"

  /// A `GMenuModel`.
  let lines: UnsafeMutablePointer<GMenuModel>?
  /// A `GActionGroup`.
  let actions: OpaquePointer?
  private var count = 0
  private let keys: [String: String]
  /// What keeps the actions enabled that can be run.
  private weak var part: Part?
  private var followers: [Follower] = []

  /// - Parameters:
  ///   - keys: The keys of named actions that GTK does not know.
  ///   - part: Follows which actions can be run; without one that is asked once.
  init(_ entries: [Menu], keys: [String: String] = [:], in part: Part? = nil) {
    self.keys = keys
    self.part = part
    actions = g_simple_action_group_new().map { OpaquePointer($0) }
    let menu = g_menu_new()
    lines = menu.map(MenuModel.model)
    if let menu { fill(menu, entries) }
  }

  isolated deinit {
    for follower in followers { part?.madeFollowers.remove(follower) }
    if let lines { g_object_unref(lines) }
    if let actions { g_object_unref(UnsafeMutableRawPointer(actions)) }
  }

  private static func model(_ menu: OpaquePointer) -> UnsafeMutablePointer<GMenuModel> {
    UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GMenuModel.self)
  }

  /// Lines between two separators stand in a section; sections stand in the menu.
  private func fill(_ menu: OpaquePointer, _ entries: [Menu]) {
    var open = g_menu_new()
    func close(_ title: String? = nil) {
      if let section = open, g_menu_model_get_n_items(MenuModel.model(section)) > 0 {
        g_menu_append_section(menu, title, MenuModel.model(section))
      }
      if let open { g_object_unref(UnsafeMutableRawPointer(open)) }
      open = g_menu_new()
    }
    for entry in entries {
      switch entry.kind {
      case .separator: close()
      case .section(let title, let entries):
        close()
        if let open { fillFlat(open, entries) }
        close(title)
      default:
        if let open { fillFlat(open, [entry]) }
      }
    }
    close()
    if let open { g_object_unref(UnsafeMutableRawPointer(open)) }
  }

  private func fillFlat(_ section: OpaquePointer, _ entries: [Menu]) {
    for entry in entries {
      switch entry.kind {
      case .named(let title, let action):
        append(item(title, action, key: keys[action]), to: section)
      case .command(let action): append(action, to: section)
      case .toggle(let title, let isOn, let change):
        appendToggle(title, isOn: isOn, to: section, change)
      case .choice(let titles, let chosen, let choose):
        appendChoice(titles, chosen: chosen, to: section, choose)
      case .submenu(let title, let entries):
        guard let menu = g_menu_new() else { continue }
        fill(menu, entries)
        g_menu_append_submenu(section, title, MenuModel.model(menu))
        g_object_unref(UnsafeMutableRawPointer(menu))
      // Sections in sections are sections of their menu, which GTK cannot show otherwise.
      case .section(_, let entries): fillFlat(section, entries)
      case .separator: continue
      }
    }
  }

  private func append(_ action: Action, to section: OpaquePointer) {
    guard let simple = g_simple_action_new(action.name, nil) else { return }
    add(simple) { _ in action.run() }
    if let isEnabled = action.isEnabled { enable(simple, isEnabled) }
    let name = "\(MenuModel.prefix).\(action.name)"
    append(item(action.title ?? action.name, name, key: action.shortcuts.first), to: section)
  }

  private func enable(_ simple: OpaquePointer, _ isEnabled: @escaping @MainActor () -> Bool) {
    guard let part, part.native != nil else {
      return g_simple_action_set_enabled(simple, isEnabled() ? 1 : 0)
    }
    followers.append(
      part.madeFollowers.add(.window, isEnabled) { g_simple_action_set_enabled(simple, $0 ? 1 : 0) }
    )
  }

  private func item(_ title: String, _ action: String, key: String?) -> OpaquePointer? {
    let item = g_menu_item_new(title, action)
    if let key { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(key)) }
    return item
  }

  private func appendToggle(
    _ title: String, isOn: Bool, to section: OpaquePointer,
    _ change: @escaping @MainActor (Bool) -> Void
  ) {
    let name = nextName()
    guard let simple = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))
    else { return }
    var isOn = isOn
    add(simple) { _ in
      isOn.toggle()
      g_simple_action_set_state(simple, g_variant_new_boolean(isOn ? 1 : 0))
      change(isOn)
    }
    append(g_menu_item_new(title, "\(MenuModel.prefix).\(name)"), to: section)
  }

  private func appendChoice(
    _ titles: [String], chosen: Int?, to section: OpaquePointer,
    _ choose: @escaping @MainActor (Int) -> Void
  ) {
    let name = nextName()
    let state = g_variant_new_int32(gint(clamping: chosen ?? -1))
    guard let simple = g_simple_action_new_stateful(name, g_variant_get_type(state), state) else {
      return
    }
    add(simple) { target in
      guard let target else { return }
      g_simple_action_set_state(simple, target)
      choose(Int(g_variant_get_int32(target)))
    }
    for (index, title) in titles.enumerated() {
      let item = g_menu_item_new(title, nil)
      g_menu_item_set_action_and_target_value(
        item, "\(MenuModel.prefix).\(name)", g_variant_new_int32(gint(clamping: index)))
      append(item, to: section)
    }
  }

  /// A name that no action of the user's has.
  private func nextName() -> String {
    count += 1
    return "state..\(count)"
  }

  private func append(_ item: OpaquePointer?, to section: OpaquePointer) {
    guard let item else { return }
    g_menu_append_item(section, item)
    g_object_unref(UnsafeMutableRawPointer(item))
  }

  /// The group owns the action, whose handler then runs only while the action lives.
  private func add(_ simple: OpaquePointer, _ run: @escaping @MainActor (OpaquePointer?) -> Void) {
    connect(UnsafeMutableRawPointer(simple), "activate") { arguments in
      run(arguments.variant(1))
      return false
    }
    g_action_map_add_action(actions, simple)
    g_object_unref(UnsafeMutableRawPointer(simple))
  }
}

internal import CHikidashiGTK

extension Part {
  /// Opens a menu when the part is clicked with the secondary button, and with the Menu key or
  /// Shift+F10 while the part has the keyboard focus.
  ///
  /// ```swift
  /// list.contextMenu {
  ///   Action("copy", title: "Copy", shortcuts: "<Control>c") { copy(list.selected) }
  ///   Menu.separator
  ///   Action("delete", title: "Delete", shortcuts: "Delete") { delete(list.selected) }
  /// }
  /// ```
  ///
  /// - Parameter entries: Asked for each time; nothing opens where there are none. The shortcuts of
  ///   its actions work while the keyboard is in the part.
  @discardableResult
  public func contextMenu(@MenuBuilder _ entries: @escaping @MainActor () -> [Menu]) -> Self {
    if let native { ContextMenu { _ in entries() }.attach(to: native) }
    return self
  }
}

/// Opens a menu over a widget. The widget's controllers hold it.
@MainActor
final class ContextMenu {
  private let entries: @MainActor (Point?) -> [Menu]
  /// The `GtkPopoverMenu`, made when it is first asked for: GTK 4.8 keeps every one that was ever
  /// open, so there is one, which is filled anew.
  private var popover: NativeWidget?
  private var closing: SignalConnection?
  /// Where the keyboard was before the menu opened; a reference is held.
  private var focused: NativeWidget?
  /// What the menu shows while it is open.
  private var model: MenuModel?

  /// - Parameter entries: Asked for each time, with the point of the widget that was pressed; nil
  ///   where the menu is opened by the keyboard, or a key of one of its actions is pressed.
  init(_ entries: @escaping @MainActor (Point?) -> [Menu]) { self.entries = entries }

  func attach(to widget: NativeWidget) {
    guard let click = gtk_gesture_click_new(), let keys = gtk_event_controller_key_new() else {
      return
    }
    gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
    // Before the menu that text has of its own.
    gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(widget, click)
    connect(UnsafeMutableRawPointer(click), "pressed") { [entries] arguments in
      let point = Point(arguments.double(2), arguments.double(3))
      if self.show(entries(point), over: widget, at: Rect(origin: point, size: Size(1, 1))) {
        gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      return false
    }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(widget, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { arguments in
      self.pressed(
        guint(clamping: arguments.uint(1)), GdkModifierType(arguments.flags(3)), in: widget)
    }
    // While its window still has a surface: GTK asks that of the menu's.
    connect(UnsafeMutableRawPointer(widget), "unmap") { _ in
      self.letGo()
      return false
    }
  }

  private func pressed(_ key: guint, _ held: GdkModifierType, in widget: NativeWidget) -> Bool {
    guard model == nil else { return false }
    let modifiers = GdkModifierType(
      held.rawValue & gtk_accelerator_get_default_mod_mask().rawValue)
    let isMenuKey = key == guint(GDK_KEY_Menu) && modifiers.rawValue == 0
    let isShiftF10 = key == guint(GDK_KEY_F10) && modifiers == GDK_SHIFT_MASK
    if isMenuKey || isShiftF10 {
      return show(entries(nil), over: widget, at: focusedPlace(in: widget))
    }
    // Letters alone are text.
    let isText =
      modifiers.rawValue & ~GDK_SHIFT_MASK.rawValue == 0 && gdk_keyval_to_unicode(key) > 31
    guard !isText || key == guint(GDK_KEY_Delete) else { return false }
    let action = entries(nil).commands.first { action in
      action.shortcuts.contains { ContextMenu.is($0, key, modifiers) }
    }
    guard let action else { return false }
    if action.isEnabled?() ?? true { action.run() }
    return true
  }

  private static func `is`(_ shortcut: String, _ key: guint, _ held: GdkModifierType) -> Bool {
    var wantedKey: guint = 0
    var wanted = GdkModifierType(0)
    guard gtk_accelerator_parse(shortcut, &wantedKey, &wanted) != 0 else { return false }
    return gdk_keyval_to_lower(key) == gdk_keyval_to_lower(wantedKey) && held == wanted
  }

  /// Where the keyboard is: the row, say, that has the focus.
  private func focusedPlace(in widget: NativeWidget) -> Rect {
    var bounds = graphene_rect_t()
    let focused = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) } ?? widget
    guard gtk_widget_compute_bounds(focused, widget, &bounds) != 0 else { return Rect(0, 0, 1, 1) }
    return Rect(
      Double(bounds.origin.x + bounds.size.width / 2),
      Double(bounds.origin.y + bounds.size.height / 2), 1, 1)
  }

  private func show(_ entries: [Menu], over widget: NativeWidget, at place: Rect) -> Bool {
    guard !entries.isEmpty, let popover = popover ?? makePopover(over: widget) else { return false }
    let model = MenuModel(entries)
    self.model = model
    let native = popover.cast(to: GtkPopover.self)
    gtk_widget_insert_action_group(popover, MenuModel.prefix, model.actions)
    gtk_popover_menu_set_menu_model(popover.opaque, model.lines)
    var rectangle = GdkRectangle(
      x: gint(place.minX), y: gint(place.minY), width: gint(place.width), height: gint(place.height)
    )
    gtk_popover_set_pointing_to(native, &rectangle)
    keepFocus(of: widget)
    gtk_popover_popup(native)
    giveRoom(popover, model)
    return true
  }

  /// Sees to it in the first frames that the whole menu has room: GTK puts the lines between sections in
  /// when it is idle, and gives the menu no room for them.
  private func giveRoom(_ popover: NativeWidget, _ model: MenuModel) {
    var framesLeft = 60
    addTick(to: popover) { [weak self] in
      guard let self, self.model === model, self.popover == popover, framesLeft > 0 else {
        return false
      }
      framesLeft -= 1
      var size = GtkRequisition()
      gtk_widget_get_preferred_size(popover, nil, &size)
      if gtk_widget_get_height(popover) < size.height {
        gtk_popover_present(popover.cast(to: GtkPopover.self))
      }
      return true
    }
  }

  private func keepFocus(of widget: NativeWidget) {
    giveFocusBack()
    focused = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
    if let focused { g_object_ref(focused) }
  }

  private func giveFocusBack() {
    guard let focused else { return }
    self.focused = nil
    if gtk_widget_get_mapped(focused) != 0 { gtk_widget_grab_focus(focused) }
    g_object_unref(focused)
  }

  private func makePopover(over widget: NativeWidget) -> NativeWidget? {
    guard let made = gtk_popover_menu_new_from_model_full(nil, GTK_POPOVER_MENU_NESTED) else {
      return nil
    }
    gtk_widget_set_parent(made, widget)
    gtk_popover_set_has_arrow(made.cast(to: GtkPopover.self), 0)
    gtk_widget_set_halign(made, GTK_ALIGN_START)
    closing = connect(
      made, "closed",
      returning: { [weak self] _ in
        let closed = self?.model
        self?.giveFocusBack()
        // What was chosen runs after this.
        Task { @MainActor in
          if let self, self.model === closed { self.empty() }
        }
        return false
      })
    popover = made
    return made
  }

  /// Lets go of what the lines of the menu do.
  private func empty() {
    model = nil
    guard let popover else { return }
    gtk_popover_menu_set_menu_model(popover.opaque, nil)
    gtk_widget_insert_action_group(popover, MenuModel.prefix, nil)
  }

  private func letGo() {
    guard let popover else { return }
    closing?.disconnect()
    giveFocusBack()
    gtk_popover_popdown(popover.cast(to: GtkPopover.self))
    empty()
    self.popover = nil
    gtk_widget_unparent(popover)
  }
}

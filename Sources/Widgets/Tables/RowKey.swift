internal import CHikidashiGTK

/// What a key means in the rows of any table, whichever modifiers and keys of a keypad say it.
enum RowKey: Hashable {
  /// Tab: out of the rows.
  case leave(forward: Bool)
  case space
  case enter
  case left, right, up, down
  case copy
  case find
  case undo, redo
  case escape
  /// Delete, and Insert.
  case delete, insert
  /// F5 and Ctrl+R.
  case refresh
  /// Any other key that writes a character which is seen.
  case letter(Character)

  /// - Parameters:
  ///   - key: The key's GDK value.
  ///   - held: The modifiers that are held, without locks.
  init?(_ key: Int, held: UInt32) {
    let (control, shift) = (GDK_CONTROL_MASK.rawValue, GDK_SHIFT_MASK.rawValue)
    switch (Int32(key), held & ~shift) {
    case (GDK_KEY_Tab, 0), (GDK_KEY_KP_Tab, 0): self = .leave(forward: held & shift == 0)
    case (GDK_KEY_ISO_Left_Tab, 0): self = .leave(forward: false)
    case (GDK_KEY_space, 0), (GDK_KEY_KP_Space, 0): self = .space
    case (GDK_KEY_Return, 0), (GDK_KEY_KP_Enter, 0), (GDK_KEY_ISO_Enter, 0): self = .enter
    case (GDK_KEY_Left, 0), (GDK_KEY_KP_Left, 0): self = .left
    case (GDK_KEY_Right, 0), (GDK_KEY_KP_Right, 0): self = .right
    case (GDK_KEY_Up, 0), (GDK_KEY_KP_Up, 0): self = .up
    case (GDK_KEY_Down, 0), (GDK_KEY_KP_Down, 0): self = .down
    case (GDK_KEY_Escape, 0) where held == 0: self = .escape
    case (GDK_KEY_Insert, control) where held == control: self = .copy
    case (GDK_KEY_Delete, 0) where held == 0, (GDK_KEY_KP_Delete, 0) where held == 0:
      self = .delete
    case (GDK_KEY_Insert, 0) where held == 0, (GDK_KEY_KP_Insert, 0) where held == 0:
      self = .insert
    case (GDK_KEY_F5, 0) where held == 0: self = .refresh
    case (_, control):
      // Caps lock makes capitals of letters, too.
      switch (gdk_keyval_to_lower(guint(clamping: key)), held & shift != 0) {
      case (guint(GDK_KEY_c), false): self = .copy
      case (guint(GDK_KEY_f), false): self = .find
      case (guint(GDK_KEY_r), false): self = .refresh
      case (guint(GDK_KEY_z), false): self = .undo
      case (guint(GDK_KEY_z), true), (guint(GDK_KEY_y), false): self = .redo
      default: return nil
      }
    case (_, 0):
      let scalar = Unicode.Scalar(gdk_keyval_to_unicode(guint(clamping: key)))
      guard let scalar, scalar.value > 0x20, scalar.value != 0x7F else { return nil }
      self = .letter(Character(scalar))
    default: return nil
    }
  }

  /// Whether GTK goes by a key to rows that are out of view.
  static func goesFar(_ key: Int) -> Bool {
    [
      GDK_KEY_Home, GDK_KEY_End, GDK_KEY_Page_Up, GDK_KEY_Page_Down, GDK_KEY_KP_Home,
      GDK_KEY_KP_End,
      GDK_KEY_KP_Page_Up, GDK_KEY_KP_Page_Down,
    ].contains(Int32(key))
  }
}

internal import CGTK
internal import Support

/// The field above a table in which typed letters gather.
@MainActor
final class TableSearch {
  let field = SearchField(tr("Filter"))
  let bar: Part

  init() {
    bar = Stack(.horizontal, spacing: 0, [field.expand(.horizontal)])
    bar.styleClass("hk-table-search").visible(false)
    field.margin(6)
    // It takes the width of the list, which must not grow as it opens.
    if let native = field.native {
      gtk_editable_set_width_chars(native.opaque, 4)
      gtk_editable_set_max_width_chars(native.opaque, 4)
    }
  }

  var isOpen: Bool { bar.isVisible }

  /// Hands the key that is being pressed to the field, which then takes the keyboard.
  ///
  /// - Returns: False when it is no key that writes something.
  func take(_ keys: OpaquePointer) -> Bool {
    let wasOpen = isOpen
    bar.isVisible = true
    guard field.take(keys) else {
      bar.isVisible = wasOpen
      return false
    }
    return true
  }
}

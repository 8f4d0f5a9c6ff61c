internal import CHikidashiGTK
internal import HikidashiBase
import HikidashiPresentation

/// The view of an item for which the desktop has a dialog for files.
@MainActor
class FileDialogView<Item: Presentable>: ItemView<Item> {
  /// What the dialog is asked for.
  struct Request {
    var action: GtkFileChooserAction
    var title: String
    var accept: String
    var filters: [FileFilter] = []
    var several = false
    var folder: String?
    var name: String?
  }

  private var native: OpaquePointer?
  private var focus: FocusMemory?

  func makeRequest() -> Request {
    Request(action: GTK_FILE_CHOOSER_ACTION_OPEN, title: item.name, accept: tr("_Open"))
  }

  /// A person has chosen these, one at least.
  func chose(_ paths: [String]) {}

  override func appear() {
    guard let parent = window?.native else { return fail(tr("its window could not be made")) }
    focus = FocusMemory(window)
    let native = native ?? make(over: parent)
    guard let native else { return fail(tr("its window could not be made")) }
    self.native = native
    gtk_native_dialog_show(dialog(native))
    didAppear()
  }

  private func make(over parent: NativeWidget) -> OpaquePointer? {
    let request = makeRequest()
    guard
      let native = gtk_file_chooser_native_new(
        request.title, parent.cast(to: GtkWindow.self), request.action, request.accept, nil)
    else { return nil }
    gtk_native_dialog_set_modal(dialog(native), 1)
    gtk_file_chooser_set_select_multiple(native, request.several ? 1 : 0)
    for filter in request.filters {
      guard let filter = filter.native else { continue }
      gtk_file_chooser_add_filter(native, filter)
      g_object_unref(UnsafeMutableRawPointer(filter))
    }
    if let folder = request.folder, let file = g_file_new_for_path(folder) {
      gtk_file_chooser_set_current_folder(native, file, nil)
      g_object_unref(UnsafeMutableRawPointer(file))
    }
    if let name = request.name { gtk_file_chooser_set_current_name(native, name) }
    connect(UnsafeMutableRawPointer(native), "response") { [weak self] arguments in
      self?.responded(arguments.int(1))
      return false
    }
    return native
  }

  private func responded(_ response: Int) {
    if response == Int(GTK_RESPONSE_ACCEPT.rawValue) {
      let paths = chosenPaths
      if paths.isEmpty {
        // Such as a folder of a network that is not mounted.
        drop()
        return fail(tr("what was chosen has no path on this machine"))
      }
      chose(paths)
    }
    vanish()
  }

  private var chosenPaths: [String] {
    guard let native, let files = gtk_file_chooser_get_files(native) else {
      return []
    }
    defer { g_object_unref(UnsafeMutableRawPointer(files)) }
    return (0..<g_list_model_get_n_items(files)).compactMap { position in
      guard let file = g_list_model_get_item(files, position) else { return nil }
      defer { g_object_unref(file) }
      guard let path = g_file_get_path(OpaquePointer(file)) else { return nil }
      defer { g_free(path) }
      return String(cString: path)
    }
  }

  override func vanish() {
    if let native { gtk_native_dialog_hide(dialog(native)) }
    focus?.restore(activating: true)
    focus = nil
    didVanish()
  }

  override func drop() {
    focus = nil
    guard let native else { return }
    self.native = nil
    gtk_native_dialog_destroy(dialog(native))
    g_object_unref(UnsafeMutableRawPointer(native))
  }

  private func dialog(_ native: OpaquePointer) -> UnsafeMutablePointer<GtkNativeDialog> {
    UnsafeMutablePointer(native)
  }

  isolated deinit {
    guard let native else { return }
    // Later: this may be an end that GTK is telling of.
    let address = UInt(bitPattern: native)
    Task { @MainActor in
      guard let native = UnsafeMutablePointer<GtkNativeDialog>(bitPattern: address) else { return }
      gtk_native_dialog_destroy(native)
      g_object_unref(UnsafeMutableRawPointer(native))
    }
  }
}

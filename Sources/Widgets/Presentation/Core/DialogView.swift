internal import CHikidashiGTK
internal import HikidashiBase
import HikidashiPresentation

/// The view of an item that has a window of its own over the one that it belongs to.
@MainActor
class DialogView<Item: Presentable>: ItemView<Item> {
  private(set) var dialog: Window?
  private var focus: FocusMemory?

  /// Makes the window of the dialog, which is not shown yet.
  func makeDialog(over parent: Window) -> Window? { nil }

  override func appear() {
    guard let parent = window, let dialog = dialog ?? prepare(over: parent) else {
      return fail(tr("its window could not be made"))
    }
    focus = FocusMemory(parent)
    if dialog.isFree { dialog.presentAlone() } else { dialog.present() }
  }

  /// The window is on the screen; calls ``didAppear()`` when its content is there, too.
  func mapped() { didAppear() }

  /// Gives the keyboard to what has it first, once; a dialog that was interrupted keeps it.
  func prepareFocus() {}

  private func prepare(over parent: Window) -> Window? {
    guard let dialog = makeDialog(over: parent), dialog.native != nil else { return nil }
    self.dialog = dialog
    dialog.becomeDialog(of: parent)
    var isNew = true
    dialog.on("map", after: true) { [weak self] _ in
      if isNew { self?.prepareFocus() }
      isNew = false
      self?.mapped()
    }
    // Later: libadwaita closes a dialog first and tells what was chosen then.
    dialog.on("unmap") { [weak self] _ in Task { self?.leave() } }
    dialog.on("destroy") { [weak self] _ in
      self?.dialog = nil
      Task { self?.leave() }
    }
    return dialog
  }

  override func vanish() {
    guard let native = dialog?.native else { return leave() }
    dialog?.closePopovers()
    gtk_widget_set_visible(native, 0)
  }

  override func drop() {
    dialog?.destroy()
    focus = nil
  }

  private func leave() {
    guard isShown else { return }
    let focus = focus
    self.focus = nil
    focus?.restore(activating: true)
    didVanish()
  }

  isolated deinit {
    // Later: this may be an end that GTK is telling of.
    if let dialog { Task { dialog.destroy() } }
  }
}

extension Window {
  /// Has Escape close the window, where nothing in it has a use for the key.
  func closesByEscape() {
    guard let keys = gtk_event_controller_key_new() else { return }
    addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      guard arguments.uint(1) == Int(GDK_KEY_Escape) else { return false }
      self?.close()
      return true
    }
  }
}

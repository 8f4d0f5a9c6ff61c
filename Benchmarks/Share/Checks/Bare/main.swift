import BareHelp
import CBare

@MainActor
final class Errand {
  let name: String
  var isMarked: Bool

  init(_ name: String, isMarked: Bool = false) {
    (self.name, self.isMarked) = (name, isMarked)
  }
}

@MainActor
final class ShoppingWindow {
  private let window: UnsafeMutablePointer<GtkWidget>
  private let errands: Items<Errand>
  /// Which errand each row shows.
  private var shown: [UnsafeMutablePointer<GtkWidget>: Errand] = [:]
  private let folder = String(cString: g_get_user_state_dir()) + "/org.example.Shopping"

  init(_ application: UnsafeMutablePointer<AdwApplication>) {
    var marked: Set<String> = []
    var text: UnsafeMutablePointer<CChar>?
    if g_file_get_contents(folder + "/marked", &text, nil, nil) != 0, let text {
      marked = Set(String(cString: text).split(separator: "\n").map(String.init))
      g_free(text)
    }
    errands = Items(
      ["Milk", "Bread", "Eggs", "Rice"].map { Errand($0, isMarked: marked.contains($0)) })
    window = adw_application_window_new(application.cast())
    let rows = factory { [self] in
      makeRow()
    } unbind: { [self] row in
      shown[row] = nil
    } bind: { [self] row, object, _ in
      let errand = Items<Errand>.value(of: object)
      shown[row] = nil
      gtk_check_button_set_label(row.cast(), errand.name)
      gtk_check_button_set_active(row.cast(), errand.isMarked ? 1 : 0)
      shown[row] = errand
    }
    let list = gtk_list_view_new(gtk_no_selection_new(errands.model), rows)!
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_set_vexpand(scroller, 1)
    let buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    for side in ["margin-top", "margin-bottom", "margin-start", "margin-end"] {
      set(buttons, side, 6)
    }
    add("_One More", to: buttons) { [self] in errands.insert(Errand("Tea"), at: 0) }
    add("_Reverse", to: buttons) { [self] in errands.replace(with: errands.values.reversed()) }
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for part in [adw_header_bar_new(), scroller, buttons] { gtk_box_append(box.cast(), part) }
    adw_application_window_set_content(window.cast(), box)
    gtk_window_set_title(window.cast(), "Shopping")
    gtk_window_set_default_size(window.cast(), 320, 480)
    setKeys(["<Control>q"], of: "window.close", in: application)
    gtk_window_present(window.cast())
    gtk_widget_grab_focus(list)
  }

  private func makeRow() -> UnsafeMutablePointer<GtkWidget> {
    let row = gtk_check_button_new()!
    on(row, "toggled") { [self] in
      guard let errand = shown[row] else { return }
      errand.isMarked = gtk_check_button_get_active(row.cast()) != 0
      let marked = errands.values.filter(\.isMarked).map(\.name)
      g_mkdir_with_parents(folder, 0o700)
      g_file_set_contents(folder + "/marked", marked.joined(separator: "\n"), -1, nil)
    }
    return row
  }

  private func add(
    _ title: String, to box: UnsafeMutablePointer<GtkWidget>,
    _ body: @escaping @MainActor () -> Void
  ) {
    let button = gtk_button_new_with_mnemonic(title)!
    on(button, "clicked", body)
    gtk_box_append(box.cast(), button)
  }
}

var window: ShoppingWindow?
run("org.example.Shopping") { window = ShoppingWindow($0) }

import BareHelp
import CBare

@MainActor
final class NewsWindow {
  private let address: String
  private let entries = Items<Entry>()
  private let pictures = Pictures()
  private let pages = gtk_stack_new()!
  private let page = adw_status_page_new()!
  private let retry = gtk_button_new_with_mnemonic("_Try Again")!
  private let toasts = adw_toast_overlay_new()!

  init(_ application: UnsafeMutablePointer<AdwApplication>) {
    address =
      g_getenv("FEED").map { String(cString: $0) } ?? "https://www.swift.org/atom.xml"
    let window = adw_application_window_new(application.cast())!
    let selection = gtk_single_selection_new(entries.model)!
    gtk_single_selection_set_autoselect(selection, 0)
    gtk_single_selection_set_can_unselect(selection, 1)
    let list = gtk_list_view_new(
      selection,
      factory {
        NewsWindow.makeRow()
      } unbind: { [pictures] row in
        pictures.show(nil, in: gtk_widget_get_first_child(row))
      } bind: { [pictures] row, object, _ in
        let entry = Items<Entry>.value(of: object)
        let image = gtk_widget_get_first_child(row)!
        let title = gtk_widget_get_first_child(gtk_widget_get_last_child(row))!
        pictures.show(entry.picture, in: image)
        gtk_label_set_label(title.opaque, entry.title)
        gtk_label_set_label(gtk_widget_get_next_sibling(title).opaque, entry.summary)
      })!
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_set_halign(retry, GTK_ALIGN_CENTER)
    on(retry, "clicked") { [self] in refresh() }
    adw_status_page_set_child(page.opaque, retry)
    gtk_stack_add_named(pages.opaque, scroller, "list")
    gtk_stack_add_named(pages.opaque, page, "page")
    gtk_widget_set_vexpand(pages, 1)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(box.cast(), adw_header_bar_new())
    gtk_box_append(box.cast(), pages)
    adw_toast_overlay_set_child(toasts.opaque, box)
    adw_application_window_set_content(window.cast(), toasts)
    gtk_window_set_title(window.cast(), "News")
    gtk_window_set_default_size(window.cast(), 420, 640)
    addAction("refresh", keys: "F5", to: window, of: application) { [self] in refresh() }
    setKeys(["<Control>q"], of: "window.close", in: application)
    gtk_window_present(window.cast())
    refresh()
  }

  private static func makeRow() -> UnsafeMutablePointer<GtkWidget> {
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)!
    let image = gtk_image_new()!
    gtk_image_set_pixel_size(image.opaque, 48)
    gtk_widget_set_valign(image, GTK_ALIGN_START)
    let texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
    let (title, summary) = (gtk_label_new(nil)!, gtk_label_new(nil)!)
    gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(title, "heading")
    gtk_label_set_wrap(summary.opaque, 1)
    for label in [title, summary] {
      gtk_label_set_xalign(label.opaque, 0)
      gtk_box_append(texts.cast(), label)
    }
    gtk_widget_set_hexpand(texts, 1)
    gtk_box_append(row.cast(), image)
    gtk_box_append(row.cast(), texts)
    return row
  }

  private func refresh() {
    if entries.count == 0 { show("Loading …", canRetry: false) }
    load(address) { bytes in
      try parseFeed(bytes)
    } then: { [self] result in
      switch result {
      case .success(let new):
        merge(new)
        if new.isEmpty {
          show("No entries", canRetry: false)
        } else {
          gtk_stack_set_visible_child_name(pages.opaque, "list")
        }
      case .failure(let error) where entries.count == 0: show("\(error)", canRetry: true)
      case .failure(let error):
        adw_toast_overlay_add_toast(toasts.opaque, adw_toast_new("\(error)"))
      }
    }
  }

  /// Shows new entries. Rows that stay are left alone, and keep their selection.
  private func merge(_ new: [Entry]) {
    let ids = Set(new.map(\.id))
    for index in (0..<entries.count).reversed() where !ids.contains(entries[index].id) {
      entries.remove(at: index)
    }
    for (index, entry) in new.enumerated() where index >= entries.count || entries[index] != entry {
      let isChanged = index < entries.count && entries[index].id == entry.id
      entries.splice(index, isChanged ? 1 : 0, [entry])
    }
    entries.splice(new.count, entries.count - new.count, [])
  }

  private func show(_ words: String, canRetry: Bool) {
    adw_status_page_set_title(page.opaque, words)
    gtk_widget_set_visible(retry, canRetry ? 1 : 0)
    gtk_stack_set_visible_child_name(pages.opaque, "page")
  }
}

var window: NewsWindow?
run("org.example.News") { window = NewsWindow($0) }

import BareHelp
import CBare

/// Asks for a member's fields. What is wrong is said below its field.
@MainActor
final class MemberForm {
  private let window = adw_window_new()!
  private let name = adw_entry_row_new()!
  private let city = adw_entry_row_new()!
  private let rate = adw_entry_row_new()!
  private let joined = adw_entry_row_new()!
  private var messages: [String: UnsafeMutablePointer<GtkWidget>] = [:]
  private var member: Member
  private let save: (Member) -> Void

  init(
    _ member: Member, title: String, over parent: UnsafeMutablePointer<GtkWidget>,
    save: @escaping (Member) -> Void
  ) {
    (self.member, self.save) = (member, save)
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_default_size(window.cast(), 360, -1)
    let group = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for side in ["margin-top", "margin-bottom", "margin-start", "margin-end"] {
      set(group, side, 12)
    }
    add(name, "Name", member.name, to: group)
    add(city, "City", member.city, to: group)
    add(rate, "Rate", member.rateText, to: group)
    add(joined, "Joined", member.joined, to: group)
    let header = adw_header_bar_new()!
    set(header, "show-end-title-buttons", false)
    let cancel = gtk_button_new_with_mnemonic("_Cancel")!
    on(cancel, "clicked") { [self] in gtk_window_close(window.cast()) }
    let accept = gtk_button_new_with_mnemonic("_Save")!
    gtk_widget_add_css_class(accept, "suggested-action")
    on(accept, "clicked") { [self] in accepted() }
    adw_header_bar_pack_start(header.opaque, cancel)
    adw_header_bar_pack_end(header.opaque, accept)
    let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(content.cast(), header)
    gtk_box_append(content.cast(), group)
    adw_window_set_content(window.cast(), content)
    onKey(window) { [self] key, _ in
      if key == GDK_KEY_Escape { gtk_window_close(window.cast()) }
      return key == GDK_KEY_Escape
    }
    gtk_window_present(window.cast())
    gtk_widget_grab_focus(name)
  }

  private func add(
    _ row: UnsafeMutablePointer<GtkWidget>, _ title: String, _ text: String,
    to group: UnsafeMutablePointer<GtkWidget>
  ) {
    let list = gtk_list_box_new()!
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    gtk_widget_add_css_class(list, "boxed-list")
    adw_preferences_row_set_title(row.cast(), title)
    gtk_editable_set_text(row.opaque, text)
    on(row, "entry-activated") { [self] in accepted() }
    gtk_list_box_append(list.opaque, row)
    let message = gtk_label_new(nil)!
    gtk_label_set_xalign(message.opaque, 0)
    gtk_widget_add_css_class(message, "error")
    set(message, "margin-bottom", 6)
    messages[title] = message
    gtk_box_append(group.cast(), list)
    gtk_box_append(group.cast(), message)
  }

  private func text(_ row: UnsafeMutablePointer<GtkWidget>) -> String {
    String(cString: gtk_editable_get_text(row.opaque))
  }

  private func accepted() {
    (member.name, member.city, member.joined) = (text(name), text(city), text(joined))
    let faults = member.faults(rateText: text(rate))
    let rows = [("Name", name), ("City", city), ("Rate", rate), ("Joined", joined)]
    for (title, row) in rows {
      gtk_label_set_label(messages[title]!.opaque, faults[title] ?? "")
      if faults[title] == nil {
        gtk_widget_remove_css_class(row, "error")
      } else {
        gtk_widget_add_css_class(row, "error")
      }
    }
    if let (_, wrong) = rows.first(where: { faults[$0.0] != nil }) {
      gtk_widget_grab_focus(wrong)
      return
    }
    member.rate = Double(text(rate)) ?? 0
    gtk_window_close(window.cast())
    save(member)
  }
}

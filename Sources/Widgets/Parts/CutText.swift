internal import CHikidashiGTK
internal import CHikidashiWidgetBridge

/// Has a label that does not fit end in “…”, and a tooltip then tell the whole text.
@MainActor
func shorten(_ label: NativeWidget, _ place: PangoEllipsizeMode = PANGO_ELLIPSIZE_END) {
  gtk_label_set_ellipsize(label.opaque, place)
  hk_label_tell_when_cut(label)
}

/// Has tooltips tell the whole texts of those labels in a widget of GTK's that end in “…” where they do not fit.
@MainActor
func tellCutText(in widget: NativeWidget) {
  var child = gtk_widget_get_first_child(widget)
  while let inner = child {
    let isLabel =
      g_type_check_instance_is_a(inner.cast(to: GTypeInstance.self), gtk_label_get_type()) != 0
    if !isLabel {
      tellCutText(in: inner)
    } else if gtk_label_get_ellipsize(inner.opaque) != PANGO_ELLIPSIZE_NONE,
      gtk_widget_get_has_tooltip(inner) == 0
    {
      hk_label_tell_when_cut(inner)
    }
    child = gtk_widget_get_next_sibling(inner)
  }
}

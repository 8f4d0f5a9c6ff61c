import BareHelp
import CBare

@MainActor
func makeWindow(_ application: UnsafeMutablePointer<AdwApplication>) {
  let window = adw_application_window_new(application.cast())!
  let fixed = gtk_fixed_new()!
  let label = gtk_label_new(nil)!
  gtk_label_set_markup(label.opaque, "<span size='32pt'>こんにちは</span>")
  gtk_fixed_put(fixed.cast(), label, 20, 80)
  gtk_widget_set_focusable(fixed, 1)
  gtk_widget_set_vexpand(fixed, 1)
  let target = adw_callback_animation_target_new(
    { x, data in
      let label = UnsafeMutablePointer<GtkWidget>(OpaquePointer(data!))
      gtk_fixed_move(gtk_widget_get_parent(label).cast(), label, x, 80)
    }, label, nil)
  let animation = adw_timed_animation_new(fixed, 20, 260, 2000, target)!
  adw_timed_animation_set_alternate(animation.opaque, 1)
  adw_timed_animation_set_repeat_count(animation.opaque, 0)
  adw_timed_animation_set_easing(animation.opaque, ADW_EASE_IN_OUT_CUBIC)
  func pauseOrResume() {
    if adw_animation_get_state(animation) == ADW_ANIMATION_PAUSED {
      adw_animation_resume(animation)
    } else {
      adw_animation_pause(animation)
    }
  }
  let click = gtk_gesture_click_new()!
  on(click, "pressed", pauseOrResume)
  gtk_widget_add_controller(fixed, click)
  onKey(fixed) { key, _ in
    if key == GDK_KEY_space { pauseOrResume() }
    return key == GDK_KEY_space
  }
  let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  gtk_box_append(box.cast(), adw_header_bar_new())
  gtk_box_append(box.cast(), fixed)
  adw_application_window_set_content(window.cast(), box)
  gtk_window_set_title(window.cast(), "Greeting")
  gtk_window_set_default_size(window.cast(), 520, 320)
  setKeys(["<Control>q"], of: "window.close", in: application)
  gtk_window_present(window.cast())
  gtk_widget_grab_focus(fixed)
  adw_animation_play(animation)
}

run("org.example.Greeting", makeWindow)

/* The least a GTK program can do: an empty libadwaita window. `bench start` sets an app beside it.
 *
 * After its first painted frame it writes a line to the file or the file descriptor that
 * HIKIDASHI_FIRST_FRAME names, and quits. */
#include <adwaita.h>
#include <fcntl.h>
#include <unistd.h>

static void report(void) {
  const char *place = g_getenv("HIKIDASHI_FIRST_FRAME");
  static const char line[] = "first-frame 0\n";
  char *end;
  int file;

  if (place == NULL || *place == '\0') return;
  file = (int)g_ascii_strtoll(place, &end, 10);
  if (*end != '\0') file = open(place, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (write(file, line, sizeof line - 1) < 0) g_printerr("HIKIDASHI_FIRST_FRAME: not writable\n");
}

static void after_paint(GdkFrameClock *clock, GApplication *application) {
  report();
  g_application_quit(application);
}

static void activate(GtkApplication *application) {
  GtkWidget *window = adw_application_window_new(application);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append(GTK_BOX(box), adw_header_bar_new());
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
  gtk_window_set_default_size(GTK_WINDOW(window), 1000, 700);
  gtk_widget_realize(window);
  g_signal_connect(
      gdk_surface_get_frame_clock(gtk_native_get_surface(GTK_NATIVE(window))), "after-paint",
      G_CALLBACK(after_paint), application);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
  AdwApplication *application =
      adw_application_new("org.hikidashi.BareWindow", G_APPLICATION_DEFAULT_FLAGS);
  int status;

  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  status = g_application_run(G_APPLICATION(application), count, arguments);
  g_object_unref(application);
  return status;
}

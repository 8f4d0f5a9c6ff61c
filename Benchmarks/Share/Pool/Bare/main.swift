import BareHelp
import CBare
import Dispatch

struct Unlucky: Error {}

func square(_ number: Int) throws -> Int {
  g_usleep(50_000)
  if number == 13 { throw Unlucky() }
  return number * number
}

/// Squares numbers on threads, two at a time.
@MainActor
final class Pool {
  private(set) var (done, failed, cancelled, running) = (0, 0, 0, 0)
  private(set) var waiting: ArraySlice<Int> = []
  var isSuspended = false { didSet { fill() } }
  var onChange: () -> Void = {}

  var total: Int { done + failed + cancelled + running + waiting.count }

  func enqueue(_ numbers: ClosedRange<Int>) {
    waiting += numbers
    fill()
  }

  func cancel() {
    cancelled += waiting.count
    waiting = []
    onChange()
  }

  private func fill() {
    while !isSuspended, running < 2, let number = waiting.popFirst() {
      running += 1
      DispatchQueue.global().async {
        let result = Result { try square(number) }
        onMain { self.ended(result) }
      }
    }
    onChange()
  }

  private func ended(_ result: Result<Int, any Error>) {
    running -= 1
    if case .success = result { done += 1 } else { failed += 1 }
    fill()
  }
}

@MainActor
final class SquaresWindow {
  private let pool = Pool()
  private let bar = gtk_progress_bar_new()!
  private let label = gtk_label_new(nil)!
  private let buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!

  init(_ application: UnsafeMutablePointer<AdwApplication>) {
    let window = adw_application_window_new(application.cast())!
    add("_Start") { [pool] in pool.enqueue(1...40) }
    let suspend = add("S_uspend") { [pool] in pool.isSuspended = true }
    let resume = add("_Resume") { [pool] in pool.isSuspended = false }
    let cancel = add("_Cancel") { [pool] in pool.cancel() }
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for part in [adw_header_bar_new(), buttons, bar, label] { gtk_box_append(box.cast(), part) }
    for part in [buttons, bar] {
      for side in ["margin-top", "margin-bottom", "margin-start", "margin-end"] {
        set(part, side, 12)
      }
    }
    pool.onChange = { [pool, bar, label] in
      let ended = pool.done + pool.failed + pool.cancelled
      gtk_widget_set_sensitive(suspend, pool.isSuspended ? 0 : 1)
      gtk_widget_set_sensitive(resume, pool.isSuspended ? 1 : 0)
      gtk_widget_set_sensitive(cancel, pool.total > ended ? 1 : 0)
      gtk_progress_bar_set_fraction(bar.opaque, Double(ended) / Double(max(pool.total, 1)))
      gtk_label_set_label(
        label.opaque,
        "\(pool.done) done, \(pool.failed) failed, \(pool.cancelled) cancelled of \(pool.total)")
    }
    pool.onChange()
    adw_application_window_set_content(window.cast(), box)
    gtk_window_set_title(window.cast(), "Squares")
    gtk_window_set_default_size(window.cast(), 480, 200)
    setKeys(["<Control>q"], of: "window.close", in: application)
    gtk_window_present(window.cast())
  }

  @discardableResult
  private func add(
    _ title: String, _ body: @escaping @MainActor () -> Void
  ) -> UnsafeMutablePointer<GtkWidget> {
    let button = gtk_button_new_with_mnemonic(title)!
    on(button, "clicked", body)
    gtk_box_append(buttons.cast(), button)
    return button
  }
}

var window: SquaresWindow?
run("org.example.Squares") { window = SquaresWindow($0) }

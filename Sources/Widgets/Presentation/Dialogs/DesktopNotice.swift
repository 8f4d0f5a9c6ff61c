internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// A notification of the desktop about something that happened while the user did something else.
///
/// ```swift
/// let notice = DesktopNotice("12 cards fetched", body: "The newest is about herrings.")
/// if (try? await window.present(notice)) != nil { showNewest() }
/// ```
///
/// It is answered by a click, which brings the window to the front. While the app is in front
/// already, or where there is no desktop to tell, it is a toast on the window.
public struct DesktopNotice: Presentable {
  /// The answer is given when the user clicks the notification.
  public typealias Answer = Void

  /// The event, in few words.
  public var title: String
  /// The details of the event.
  public var body: String
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions(channel: .notices)

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a notification.
  ///
  /// - Parameters:
  ///   - title: What has happened.
  ///   - body: What a person may want to know of it; a toast does not show it.
  public init(_ title: String, body: String = "") {
    self.title = title
    self.body = body
  }
}

extension PresentationChannel {
  /// The channel of notifications, which the desktop shows in its own way, many at a time.
  public static let notices = PresentationChannel("notices")
}

extension DesktopNotice: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<DesktopNotice> {
    NoticeView(self, over: window)
  }
}

private final class NoticeView: ItemView<DesktopNotice> {
  private let id = "hikidashi-notice-" + String(UInt64.random(in: .min ... .max), radix: 36)
  private let toast = ToastDisplay()
  /// Where the desktop was told; nil while it is a toast.
  private weak var told: App?
  private var receipt: NoticeReceipt?

  override func appear() {
    guard let window else { return fail(tr("there is no window to show it over")) }
    if let app = window.app, !app.isInFront, tell(by: app) { return didAppear() }
    toast.onPress = { [weak self] in self?.answer(()) }
    toast.onGone = { [weak self] in self?.didVanish() }
    guard toast.show(item.title, button: tr("Show"), in: window, seconds: 8) else {
      return fail(tr("its window cannot show it"))
    }
    didAppear()
  }

  /// - Returns: False where there is no desktop.
  private func tell(by app: App) -> Bool {
    guard let application = app.gApplication,
      let bus = g_application_get_dbus_connection(application),
      let notification = g_notification_new(item.title)
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(notification)) }
    var map = ActionMap(prefix: "app", native: OpaquePointer(application))
    map.add([
      Action(id) { [weak self] in
        self?.window?.present()
        self?.answer(())
      }
    ])
    if !item.body.isEmpty { g_notification_set_body(notification, item.body) }
    g_notification_set_default_action(notification, "app." + id)
    g_application_send_notification(application, id, notification)
    receipt = NoticeReceipt(bus)
    told = app
    return true
  }

  override func vanish() {
    guard told != nil else { return toast.dismiss() }
    drop()
    didVanish()
  }

  override func drop() {
    toast.onGone = nil
    toast.dismiss()
    guard let app = told, let application = app.gApplication else { return }
    told = nil
    g_action_map_remove_action(OpaquePointer(application), id)
    receipt?.whenTaken { [id] in
      if let application = app.gApplication { g_application_withdraw_notification(application, id) }
    }
  }

  isolated deinit { drop() }
}

/// Waits until the desktop has taken in what it was told. GLib learns from its answer by what number a
/// notification can be withdrawn, and forgets one that is withdrawn before: it would stay for good.
@MainActor
private final class NoticeReceipt {
  private var isTaken = false
  private var withdrawal: (@MainActor () -> Void)?

  init(_ bus: OpaquePointer) {
    Task {
      await Self.answer(of: bus)
      isTaken = true
      withdrawal?()
      withdrawal = nil
    }
  }

  func whenTaken(_ withdraw: @escaping @MainActor () -> Void) {
    if isTaken { withdraw() } else { withdrawal = withdraw }
  }

  /// Asks the desktop anything: it answers after what it was told before, and so does the bus.
  private static func answer(of bus: OpaquePointer) async {
    let name = "org.freedesktop.Notifications"
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      g_dbus_connection_call(
        bus, name, "/org/freedesktop/Notifications", name, "GetCapabilities", nil, nil,
        G_DBUS_CALL_FLAGS_NONE, -1, nil,
        { source, result, data in
          let reply = g_dbus_connection_call_finish(
            source.map { OpaquePointer($0) }, result, nil)
          if let reply { g_variant_unref(reply) }
          Answer<Void>.of(data)?.give(())
        }, Answer(continuation).pointer)
    }
  }
}

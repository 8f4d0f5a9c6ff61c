internal import CHikidashiGTK

/// What is to be brought up to date in the next frame of a window.
///
/// That happens in the frame clock's update phase, before layout. The phase is asked for when the first
/// change is noted; nothing keeps the clock running while nothing changes.
@MainActor
final class FollowQueue {
  private let window: NativeWidget
  private var waiting: [Follower] = []
  private var lastNumber = 0
  private var isUpdating = false
  private var hasWarned = false
  private var connection: SignalConnection?
  /// Bringing one part up to date may change what another follows, so often within a frame.
  private static let mostRounds = 8
  private static let key = "hikidashi-follow-queue"

  /// The queue of a window, which is kept by the window.
  static func of(_ window: NativeWidget) -> FollowQueue {
    if let data = g_object_get_data(window.object, key) {
      return Unmanaged<FollowQueue>.fromOpaque(data).takeUnretainedValue()
    }
    let queue = FollowQueue(window)
    g_object_set_data_full(
      window.object, key, Unmanaged.passRetained(queue).toOpaque(),
      { data in if let data { Unmanaged<FollowQueue>.fromOpaque(data).release() } })
    return queue
  }

  private init(_ window: NativeWidget) {
    self.window = window
    // The window keeps this anyway. Before its first frame.
    connect(window, "map") { _ in
      self.update()
      return false
    }
    connect(window, "unrealize") { _ in
      // It has another clock when it is realized again.
      self.connection?.disconnect()
      self.connection = nil
      return false
    }
  }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Has a follower look at what has changed in the next frame.
  func add(_ follower: Follower) {
    waiting.append(follower)
    if waiting.count == 1, !isUpdating { askForFrame() }
  }

  private func askForFrame() {
    guard gtk_widget_get_mapped(window) != 0, let clock = gtk_widget_get_frame_clock(window) else {
      return
    }
    if connection == nil {
      connection = connect(UnsafeMutableRawPointer(clock), "update") { _ in
        self.update()
        return false
      }
    }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_UPDATE)
  }

  private func update() {
    guard !isUpdating else { return }
    isUpdating = true
    for _ in 0..<Self.mostRounds where !waiting.isEmpty {
      var round = waiting
      waiting = []
      // What decides on the parts within it comes before them: it may take them away.
      round.sort { $0.number < $1.number }
      for follower in round where follower.isSeen { follower.look() }
    }
    isUpdating = false
    // What is not seen is looked at when it is; left here, it would keep later ones from a frame.
    waiting.removeAll { !$0.isSeen }
    guard let first = waiting.first else { return }
    askForFrame()
    guard !hasWarned else { return }
    hasWarned = true
    reportMisuse(
      "what \(first.name) shows changes what is shown, without end: after \(Self.mostRounds) rounds it is "
        + "looked at again in the next frame")
  }
}

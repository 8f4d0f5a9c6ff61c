public import HikidashiBase

/// Plays a scene by a clock, and calls its hooks.
///
/// ```swift
/// let player = Player(scene)
/// let playback = player.play()
/// // A view, or `player.run()`, moves it on.
/// await playback.waitForEnding()  // .finished
/// ```
///
/// It reads its clock when ``advance()`` is called, and with each request. Hooks run on the main actor
/// and may call the player; what they ask for is done at once, while the hooks of the same moment that
/// are left are called afterwards, unless the playback was ended.
@MainActor public final class Player {
  public let scene: Scene
  /// Returns the object that shows the part with an id, such as a widget; hooks receive it.
  public var viewOfPart: ((String) -> AnyObject?)?
  /// Runs after each change of ``state``, ``time`` or ``rate`` by a request, to wake what draws.
  public var onChange: (() -> Void)?

  /// Whether the user wants no motion. Then a playback ends at once, and one without an end stands still
  /// at its beginning.
  package var isStill: () -> Bool = { false }

  private var machine: PlayerMachine
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private var playback: Playback?
  /// What is to be told, from the next one on.
  private var pending: [(action: PlayerMachine.Action, playback: Playback)] = []
  private var nextPending = 0
  /// The playback whose end is pending and calls no more hooks.
  private var cancelled: Playback?
  private var isCalling = false
  private var made: Set<Int> = []
  /// The state, the rate and the duration.
  private let observed = ObservedState()
  private let observedTime = ObservedState()

  /// - Parameters:
  ///   - scene: What is played.
  ///   - clock: Tells the time; a `ManualClock` in tests.
  public init(_ scene: Scene, clock: any Clock<Duration> = ContinuousClock()) {
    self.scene = scene
    machine = PlayerMachine(scene)
    let clock = ElapsedClock(clock)
    now = clock.now
    sleep = clock.sleep
  }

  isolated deinit { playback?.end(.cancelled) }

  public var state: PlayerState {
    observed.willRead()
    return machine.state
  }

  /// The playback's position, in seconds from the beginning of the first round.
  public var time: Double {
    observedTime.willRead()
    return machine.position
  }

  /// How long all of its rounds take, in seconds.
  public var duration: Double {
    observed.willRead()
    return machine.total
  }

  /// The speed: how many seconds of the scene pass in one second; negative plays backwards, 0
  /// stands still. What is not finite is ignored.
  public var rate: Double {
    get {
      observed.willRead()
      return machine.rate
    }
    set { request { machine, now in machine.setRate(newValue, at: now) } }
  }

  /// Plays from the beginning, or backwards from the end where ``rate`` is less than 0. A playback that
  /// is under way is replaced.
  ///
  /// - Parameter rounds: How often; nil for what the scene says. What is not more than 0 counts as 1.
  @discardableResult
  public func play(repeat rounds: Double? = nil) -> Playback {
    let rounds = rounds ?? scene.repeats
    // These may play, too, and are then replaced.
    callMakers()
    let old = machine.isUnderWay ? playback : nil
    let new = Playback()
    machine.play(rounds: rounds > 0 ? rounds : 1, at: seconds)
    // Nothing of what was played before is to be told any more but its end.
    old?.end(.replaced)
    playback = new
    takeActions()
    if isStill() {
      finish()
      pause()
    }
    didChange()
    return new
  }

  /// Stands still until ``resume()``, also where it waits for a signal meanwhile.
  public func pause() { request { machine, now in machine.pause(at: now) } }

  /// Goes on after a pause; where it is not paused and waits for signals, it goes on without them.
  public func resume() { request { machine, now in machine.resume(at: now) } }

  /// Cancels the playback without calling another hook.
  public func cancel() { request { machine, now in machine.cancel(at: now) } }

  /// Goes to a time, in seconds of all rounds; before the beginning and after the end, to these.
  public func seek(to time: Double) {
    request { machine, now in machine.seek(to: time, at: now) }
  }

  /// Goes to a label in the first round.
  ///
  /// - Throws: ``PlayerError/unknownLabel(_:)``
  public func seek(to label: String) throws(PlayerError) { seek(to: try timeOf(label)) }

  /// Pauses when it comes to a label next, in either direction, or begins there. At the very end it
  /// finishes only when it goes on.
  ///
  /// - Throws: ``PlayerError/unknownLabel(_:)``
  public func pause(at label: String) throws(PlayerError) {
    _ = try timeOf(label)
    machine.stop(at: label)
  }

  /// Waits at a label, whenever it comes there or begins there, until a signal is given. One that was
  /// given before is used up, and it goes on at once. At the very end it finishes only then.
  ///
  /// - Throws: ``PlayerError/unknownLabel(_:)``
  public func wait(at label: String, for signal: String) throws(PlayerError) {
    _ = try timeOf(label)
    machine.wait(at: label, for: signal)
  }

  /// Gives a signal; one that nothing waits for is kept until something does. Where labels at one time
  /// wait for several, it goes on when all are given.
  public func signal(_ name: String) {
    request { machine, now in machine.signal(name, at: now) }
  }

  /// Moves on to the time of the clock; to be called for each frame.
  public func advance() {
    let before = machine.state
    machine.advance(to: seconds)
    takeActions()
    observedTime.didChange()
    if machine.state != before { observed.didChange() }
  }

  /// Moves on by itself until the playback has ended, for scenes that nobody draws.
  ///
  /// - Parameter interval: Between two frames.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func run(every interval: Duration = .milliseconds(16)) async throws {
    advance()
    while machine.isUnderWay {
      try await sleep(now() + interval)
      advance()
    }
  }

  /// Goes to the end and finishes, or backwards to the beginning; without end it stays where it is.
  public func finish() {
    guard machine.isUnderWay, machine.rate < 0 || machine.total.isFinite else { return }
    seek(to: machine.rate < 0 ? 0 : machine.total)
    request { machine, _ in machine.finishIfAtEnd() }
  }

  /// How many seconds of the clock may pass before anything changes: 0 while something moves. Nil
  /// where nothing will.
  package var nextMotion: Double? {
    guard machine.state == .playing, machine.rate != 0 else { return nil }
    let forward = machine.rate > 0
    let (time, isOver) = machine.shown
    guard !isOver || !forward else { return 0 }
    // A round ends, or the playback, whatever else there is.
    let end = forward ? min(machine.length - time, machine.total - machine.position) : time
    var wait = min(scene.program.waitForMotion(at: time, forward: forward), max(0, end))
    // A label may stop it before.
    let target = machine.position + (forward ? wait : -wait)
    if let halt = machine.nextHalt(to: target, forward: forward) {
      wait = abs(halt.place - machine.position)
    }
    let seconds = wait / abs(machine.rate)
    return seconds.isFinite ? seconds : nil
  }

  /// Fills a state with what the scene shows now.
  public func state(into state: inout SceneState) {
    let (time, isOver) = machine.shown
    scene.program.evaluateRound(
      ClockMoment(time: time, phase: isOver ? .after : .active), into: &state)
    state.time = machine.position
  }

  /// What has happened to an element in this playback and those before, the last 256 entries.
  public func log(of element: String) -> [PlayerLogEntry] {
    scene.elements.firstIndex { $0.id == element }.map { machine.log[$0] } ?? []
  }

  private var seconds: Double {
    let (seconds, attoseconds) = now().components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private func timeOf(_ label: String) throws(PlayerError) -> Double {
    guard let time = machine.time(of: label) else { throw .unknownLabel(label) }
    return time
  }

  private func request(_ change: (inout PlayerMachine, Double) -> Void) {
    change(&machine, seconds)
    takeActions()
    didChange()
  }

  private func didChange() {
    observed.didChange()
    observedTime.didChange()
    onChange?()
  }

  private func takeActions() {
    let actions = machine.takeActions()
    guard !actions.isEmpty, let playback else { return }
    for action in actions {
      switch action {
      case .event(let number, let event):
        guard scene.elements[number].element.hooks[event.kind] != nil else { continue }
      // Told already, when the next one took its place.
      case .end(.replaced): continue
      case .end(.cancelled): cancelled = playback
      case .end(.finished): break
      }
      pending.append((action, playback))
    }
    callHooks()
  }

  /// Calls what is pending, one after another, also what hooks add.
  private func callHooks() {
    guard !isCalling else { return }
    isCalling = true
    defer {
      isCalling = false
      pending.removeAll(keepingCapacity: true)
      nextPending = 0
      cancelled = nil
    }
    while nextPending < pending.count {
      let (action, playback) = pending[nextPending]
      nextPending += 1
      switch action {
      case .end(let ending):
        playback.end(ending)
      case .event(let number, let event):
        let isOver = playback.ending != nil || playback === cancelled
        if playback === self.playback, !isOver { call(number, event) }
      }
    }
  }

  private func callMakers() {
    for number in scene.elements.indices where made.insert(number).inserted { call(number, .made) }
  }

  private func call(_ number: Int, _ event: SceneHookEvent) {
    let span = scene.elements[number]
    guard let hook = span.element.hooks[event.kind] else { return }
    let part = scene.parts[span.part].id
    hook(
      SceneHookCall(event: event, element: span.id, part: part, view: viewOfPart?(part)))
  }
}

extension SceneHookEvent {
  var kind: SceneHookKind {
    switch self {
    case .made: .make
    case .started: .start
    case .repeated: .repeat
    case .ended: .end
    }
  }
}

/// One run of a scene, from the request to its ending.
public final class Playback: Endable {
  private let shared = Ending<PlaybackEnding>()

  init() {}

  /// Why the playback ended; nil while it runs.
  public var ending: PlaybackEnding? { shared.value }

  /// Waits until the playback ends and returns why; nil if the waiting task is cancelled first.
  public func waitForEnding() async -> PlaybackEnding? { await shared.wait() }

  public func ended() async { await shared.wait() }

  func end(_ ending: PlaybackEnding) { shared.end(ending)() }
}

/// Why a playback has ended.
public enum PlaybackEnding: String, Sendable, Hashable {
  /// It has come to the end, or backwards to the beginning.
  case finished
  /// It was cancelled, or its player is gone.
  case cancelled
  /// The player was told to play anew.
  case replaced
}

/// What a player is doing.
public enum PlayerState: Sendable, Hashable {
  /// Nothing was played yet.
  case idle
  case playing
  /// The playback is paused, and may wait for signals as well.
  case paused
  /// It stands at a label until a signal is given; of several the first.
  case waiting(signal: String)
  case ended(PlaybackEnding)
}

/// What has happened to an element, and when.
public struct PlayerLogEntry: Sendable, Hashable {
  public let event: SceneHookEvent
  /// Where the playback was, in seconds from its beginning.
  public let time: Double

  public init(event: SceneHookEvent, time: Double) {
    self.event = event
    self.time = time
  }
}

/// Why a player refused something.
public enum PlayerError: Error, Equatable, Sendable {
  /// The scene has no label of this name.
  case unknownLabel(String)
}

extension PlayerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownLabel(let name):
      "the scene has no label “\(name)”; add one, or correct the name"
    }
  }
}

/// The rules of what is shown when: takes events, returns actions, and does nothing by itself.
///
/// It reads no clock: every event comes with its time, and what that time has brought (expiry, a
/// watchdog) comes before the event. Whoever may call the presenter sends `.attend` until no action
/// is a call to it, so that a call is decided at the moment in which it is made.
package struct PresentationMachine: Hashable, Sendable {
  /// How long a presenter may take to report, each time it is asked for something.
  package let watchdog: Duration
  package internal(set) var now = Duration.zero
  var entries: [PresentationID: Entry] = [:]
  /// In order of first use, so that what is shown first does not depend on hashing.
  var lanes: [Lane] = []
  var rules: [PresentationChannel: ChannelRules]
  var followers: [PresentationID: [PresentationID]] = [:]
  /// Those that later requests of the same key meet: none whose end is decided.
  var keys: [String: PresentationID] = [:]
  var goneOwners: Set<PresentationOwner> = []
  /// In order of time, at most one for each entry.
  var deadlines: [Deadline] = []
  /// Ended by the watchdog; the presenter is still to be told.
  var abandoned: [Round] = []
  var isSuspended = false
  var suspendedChannels: Set<PresentationChannel> = []
  var actions: [Action] = []
  private var nextNumber = 0

  package init(
    rules: [PresentationChannel: ChannelRules] = [:], watchdog: Duration = .seconds(10)
  ) {
    self.rules = rules
    self.watchdog = watchdog
  }

  /// When something will happen by itself, if nothing else happens first.
  ///
  /// - Complexity: O(channels).
  package var nextDeadline: Duration? {
    let gaps = lanes.lazy.filter { !$0.ready.isEmpty && $0.freeAt > now }.map(\.freeAt)
    return [deadlines.first?.time, gaps.min()].compactMap(\.self).min()
  }

  /// Every item that has not ended, in the order of the requests.
  ///
  /// - Complexity: O(n log n).
  package var statuses: [PresentationStatus] { entries.keys.sorted().compactMap(status) }

  /// - Complexity: O(1).
  package func status(_ id: PresentationID) -> PresentationStatus? {
    guard let entry = entries[id] else { return nil }
    return PresentationStatus(
      id: id, name: entry.name, state: entry.state, options: entry.options, count: entry.count,
      prerequisites: entry.after.count + entry.outside.count, unmetConditions: entry.unmet.count)
  }

  /// The item that a request of this key would meet.
  package func holder(ofKey key: String?) -> PresentationID? { key.flatMap { keys[$0] } }

  /// Whether the presenter is still to be told that an item was given up.
  package func isAbandoned(_ id: PresentationID) -> Bool { abandoned.contains { $0.id == id } }

  mutating func newID() -> PresentationID {
    nextNumber += 1
    return PresentationID(nextNumber)
  }

  /// Takes the actions gathered by one event.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  /// The number of the channel, which is given rules when it is first used.
  ///
  /// - Complexity: O(channels).
  mutating func lane(of channel: PresentationChannel) -> Int {
    if let number = lanes.firstIndex(where: { $0.channel == channel }) { return number }
    lanes.append(Lane(channel: channel, rules: rules(of: channel)))
    return lanes.count - 1
  }

  func rules(of channel: PresentationChannel) -> ChannelRules {
    rules[channel] ?? rules[channel.ofAllScreens] ?? ChannelRules()
  }
}

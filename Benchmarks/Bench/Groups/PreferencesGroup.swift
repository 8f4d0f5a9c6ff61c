import BenchPeers
import CHikidashiGTK
import HikidashiBase
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets

/// What a setting costs: to read it, to change it among many, and to show many in a window.
let preferencesGroup = Group(
  name: "preferences",
  summary: "settings read, changed among 10,000 with 20,000 conditions, and shown by the hundred"
) { report in
  try measureReading(&report)
  try measureConditions(&report)
  try withDisplay(&report) {
    try onLoop(within: .seconds(300)) { try await measureWindows() }
  }
}

private func row(_ name: String, _ unit: String, _ measured: Measured) -> Row {
  Row(
    group: "preferences", name: name, value: measured.median, unit: unit,
    spread: measured.spread)
}

/// One value of a hundred, beside a dictionary of as many: at most 2.5 times is the aim, as whoever reads it may follow it.
private func measureReading(_ report: inout Report) throws {
  let settings = (0..<100).map { Preference("number-\($0)", default: $0) }
  let store = try PreferenceStore(
    PreferenceSchema(settings.map(\.item)), at: .memory, version: "1",
    options: PreferenceOptions(autosave: nil))
  let keys = settings.map(\.key)
  let dictionary = Dictionary(uniqueKeysWithValues: zip(keys, 0...))
  let count = 100_000
  let ours = measure(.nanoseconds, runs: 15, iterations: count) {
    var sum = 0
    for number in 0..<count { sum &+= store[settings[number % 100]] }
    blackHole(sum)
  }
  let theirs = measure(.nanoseconds, runs: 15, iterations: count) {
    var sum = 0
    for number in 0..<count { sum &+= dictionary[keys[number % 100]] ?? 0 }
    blackHole(sum)
  }
  var reading = row("read an Int", "ns", ours)
  reading.peers = [("[String: Int]", theirs.median)]
  reading.limit = theirs.median
  report.add(reading)
}

/// A change among many settings, and how many conditions it looks at.
private func measureConditions(_ report: inout Report) throws {
  for count in [100, 10_000] {
    let items = (0..<count).map { number in
      let own = Preference("p\(number)", default: false)
      guard number >= 2 else { return own.item }
      return own.visible(when: .when("p\(number - 1)", is: false))
        .enabled(when: .when("p\(number - 2)", is: false)).item
    }
    let schema = try PreferenceSchema(items)
    let store = try PreferenceStore(
      schema, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
    guard let one = try schema.preference("p\(count / 2)", of: Bool.self) else { continue }
    let before = store.testCount
    try store.set(one, to: true)
    let looks = Double(store.testCount - before)
    report.add(
      row(
        "conditions that a change looks at, of \(2 * (count - 2))", "",
        Measured(median: looks, spread: looks...looks)))
    let times = try measure(.microseconds, iterations: 100) {
      for number in 0..<100 { try store.set(one, to: number % 2 == 0) }
    }
    report.add(row("a change among \(count) settings", "µs", times))
  }
}

private enum Look: String, CaseIterable, PreferenceValue { case system, light, dark }

@MainActor
private func store(_ count: Int) throws -> PreferenceStore {
  let help = "What it does, in a few words."
  let items = (0..<count).map { number -> PreferenceItem in
    let (key, title) = ("p\(number)", "Setting \(number)")
    return switch number % 4 {
    case 0: Preference(key, default: false, title: title, help: help).item
    case 1: Preference(key, default: 4, in: 1...32, title: title, help: help).item
    case 2:
      Preference(key, default: "https://www.rfc-editor.org", title: title, help: help).item
    default: Preference(key, default: Look.system, title: title, help: help).item
    }
  }
  return try PreferenceStore(
    PreferenceSchema(items), at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
}

/// Milliseconds from the settings to the first frame of a window with them.
@MainActor
private func open(_ part: () throws -> Part) async throws -> Double {
  let start = ContinuousClock.now
  let stage = Stage(Window("Settings", width: 640, height: 640) { try? part() })
  // Told by the frame itself: who awaits it may be woken some frames later.
  var painted: Duration?
  stage.window.onPaint { painted = painted ?? (ContinuousClock.now - start) }
  stage.window.presentAlone()
  try await until("the first frame") { painted != nil }
  let time = painted ?? .zero
  try await stage.close()
  return time / .milliseconds(1)
}

@MainActor
private func measureWindows() async throws -> [Row] {
  let stores = try (store(30), store(300))
  var short: [Double] = []
  var long: [Double] = []
  var theirs: (short: [Double], long: [Double]) = ([], [])
  // In turns, after one of each that does not count.
  for run in 0...12 {
    let times = [
      try await open { PreferencesView(stores.0) }, try await open { PreferencesView(stores.1) },
      try await open { Part(native: bench_preferences_page(30)) },
      try await open { Part(native: bench_preferences_page(300)) },
    ]
    guard run > 0 else { continue }
    short.append(times[0])
    long.append(times[1])
    theirs.short.append(times[2])
    theirs.long.append(times[3])
  }
  var first = row("first frame of 30 settings", "ms", Measured(short))
  first.peers = [("AdwPreferencesPage in C", Measured(theirs.short).median)]
  var second = row("first frame of 300 settings", "ms", Measured(long))
  second.peers = [("AdwPreferencesPage in C", Measured(theirs.long).median)]
  let ratios = Measured(zip(long, short).map { $0 / $1 })
  return [
    first, second,
    Row(
      group: "preferences", name: "the same as a multiple", value: ratios.median, unit: "×",
      spread: ratios.spread, limit: 2),
  ]
}

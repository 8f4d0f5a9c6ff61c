import CHikidashiGTK
import FoundationEssentials
import HikidashiBase
import HikidashiWidgetTesting
import HikidashiWidgets

/// How long a person waits for a form, and what a change in it costs, by its length.
let formsGroup = Group(
  name: "forms",
  summary:
    "a form of 300 fields opened and changed, beside one of 30; suggestions from a million texts"
) { report in
  try withDisplay(&report) {
    try onLoop(within: .seconds(300)) {
      try await measureOpening() + measureChanges() + measureSuggestions()
    }
  }
}

/// Fields of every kind that is typed or chosen, each with a rule.
@MainActor
private func fields(_ count: Int) -> [AnyInput] {
  (0..<count).map { number -> AnyInput in
    switch number % 5 {
    case 0: TextEntry("Name \(number)", value: "Ume", rules: [.required, .length(1...20)])
    case 1: NumberEntry("Number \(number)", value: number, in: 0...1_000)
    case 2: DropDown("Choice \(number)", ["One", "Two", "Three"], value: "Two", rules: [.required])
    case 3: DateEntry("Date \(number)", value: .now, rules: [.required])
    default: CheckBox("Box \(number)", value: true, rules: [.check("must be checked") { $0 }])
    }
  }
}

/// Milliseconds from the definition of the form to its first frame on the screen, and to its last
/// field in the window.
@MainActor
private func open(_ count: Int) async throws -> (frame: Double, whole: Double) {
  let start = ContinuousClock.now
  let form = Form { fields(count) }
  let stage = Stage(Window("Form", width: 480, height: 640) { Scroller(form) })
  stage.window.presentAlone()
  await stage.nextFrame()
  let frame = ContinuousClock.now - start
  try await until("the whole form") { form.inputs.last?.window != nil }
  let whole = ContinuousClock.now - start
  try await stage.close()
  return (frame / .milliseconds(1), whole / .milliseconds(1))
}

@MainActor
private func measureOpening() async throws -> [Row] {
  var short: [(frame: Double, whole: Double)] = []
  var long: [(frame: Double, whole: Double)] = []
  // In turns, after one of each that does not count.
  for run in 0...20 {
    let times = try await (open(30), open(300))
    guard run > 0 else { continue }
    short.append(times.0)
    long.append(times.1)
  }
  let ratios = Measured(zip(long, short).map { $0.frame / $1.frame })
  return [
    row("first frame of 30 fields", "ms", short.map(\.frame)),
    row("first frame of 300 fields", "ms", long.map(\.frame)),
    Row(
      group: "forms", name: "the same as a multiple", value: ratios.median, unit: "×",
      spread: ratios.spread, limit: 2),
    row("until the last of 30 fields is there", "ms", short.map(\.whole)),
    row("until the last of 300 fields is there", "ms", long.map(\.whole)),
  ]
}

/// A change of one field and what it makes the form look at.
@MainActor
private func measureChanges() async throws -> [Row] {
  var rows: [Row] = []
  for count in [30, 300] {
    let form = Form { fields(count) }
    guard let entry = form.inputs.first as? TextEntry else { continue }
    form.check("must not be “x”", at: entry, reading: entry) { entry.value != "x" }
    let before = form.checkCount
    entry.value = "Sakura"
    let looks = form.checkCount - before
    let times = measure(.microseconds, iterations: 200) {
      for number in 0..<200 { entry.value = number % 2 == 0 ? "Matsu" : "Take" }
    }
    rows.append(
      Row(
        group: "forms", name: "a change in one of \(count) fields", value: times.median,
        unit: "µs", spread: times.spread))
    rows.append(
      Row(
        group: "forms", name: "rules and checks it makes the form look at, of \(count + 1)",
        value: Double(looks), unit: "", spread: Double(looks)...Double(looks)))
  }
  return rows
}

/// A million different texts of four words.
private func texts() -> [String] {
  let words = ["ka", "shi", "mori", "tsuki", "naka", "hoshi", "kawa", "yama", "Ishi", "mizu"]
  return (0..<1_000_000).map { number in
    let parts = [number / 100_000, number / 10_000, number / 1_000, number / 100].map {
      words[$0 % 10]
    }
    return "\(parts[0])\(parts[1]) \(parts[2])\(parts[3]) \(number % 100)"
  }
}

/// Types words letter by letter into an entry with suggestions: what the key and the frames take until all
/// suggestions are shown, on the main thread, and how long it is until then.
@MainActor
private func measureSuggestions() async throws -> [Row] {
  let entry = TextEntry("Place").suggests(loading: texts)
  let stage = try await Stage.show(entry, width: 480, height: 640)
  entry.focus()
  guard let control = entry.control else { return [] }
  let times = FrameTimes(stage)
  let start = ContinuousClock.now
  gtk_editable_set_text(control.opaque, "k")
  try await until("the index") { !entry.isSearching }
  let index = ContinuousClock.now - start
  var keys: [Double] = []
  var waits: [Double] = []
  for query in ["kashi mori", "yamamizu 77", "hoshi yama 3", "zzz", "ishi", "99 mizu", "i"] {
    gtk_editable_set_text(control.opaque, "")
    await stage.nextFrame()
    for end in query.indices {
      times.clear()
      let start = ContinuousClock.now
      gtk_editable_set_text(control.opaque, String(query[...end]))
      let key = ContinuousClock.now - start
      try await until("the suggestions") { !entry.isSearching }
      waits.append((ContinuousClock.now - start) / .milliseconds(1))
      await stage.nextFrame()
      keys.append(key / .milliseconds(1) + (times.durations.max() ?? 0))
    }
  }
  try await stage.close()
  return [
    row("until a million texts are indexed for the first key", "ms", [index / .milliseconds(1)]),
    Row(
      group: "forms", name: "a key in an entry with a million suggestions, and its frame, at most",
      value: keys.max() ?? 0, unit: "ms", spread: Measured(keys).spread, limit: 1_000.0 / 60),
    row("from such a key until all its suggestions are found", "ms", waits),
  ]
}

private func row(_ name: String, _ unit: String, _ samples: [Double]) -> Row {
  let times = Measured(samples)
  return Row(group: "forms", name: name, value: times.median, unit: unit, spread: times.spread)
}

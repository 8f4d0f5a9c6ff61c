import FoundationEssentials
import HikidashiBase
import HikidashiWidgetTesting
import HikidashiWidgets

/// How long a person waits for a form, and what a change in it costs, by its length.
let formsGroup = Group(
  name: "forms", summary: "a form of 300 fields with rules opened and changed, beside one of 30"
) { report in
  try withDisplay(&report) {
    try onLoop(within: .seconds(300)) { try await measureOpening() + measureChanges() }
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

private func row(_ name: String, _ unit: String, _ samples: [Double]) -> Row {
  let times = Measured(samples)
  return Row(group: "forms", name: name, value: times.median, unit: unit, spread: times.spread)
}

import BenchPeers
import Foundation
import HikidashiMotion

let motionGroup = Group(
  name: "motion",
  summary: "states of 10,000 moving elements and frames of 200, beside C++, Chromium and GTK in C"
) { report in
  let elements = MovingElements(count: 10_000)
  let scene = try elements.scene()
  guard haveEqualStates(elements, scene) else { throw MotionFailure.statesDiffer }
  var row = measureStates(elements, scene)
  if let milliseconds = try browserMilliseconds(elements) {
    row.peers.append(("Chromium", milliseconds))
  } else {
    report.leaveOut("Chromium, whose Web Animations are the model")
  }
  report.add(row)
  report.add(measureMaking(elements))
  try measureDrawing(&report)
}

enum MotionFailure: Error, CustomStringConvertible {
  case statesDiffer
  case browser(Int32)

  var description: String {
    switch self {
    case .statesDiffer: "the loop in C++ finds other places than the scene"
    case .browser(let status): "Chromium ended with status \(status) and no result"
    }
  }
}

/// Both must have the same work, or their times mean nothing.
private func haveEqualStates(_ elements: MovingElements, _ scene: Scene) -> Bool {
  var places = Array(repeating: BenchPlace(), count: elements.motions.count)
  for time in MovingElements.times {
    bench_motion_loop(elements.clocks, elements.motions, places.count, time, &places)
    for (part, place) in zip(scene.state(at: time), places) {
      let (x, y, w) = (part.transform.columns.x, part.transform.columns.y, part.transform.columns.w)
      let differences = [
        x.x - place.a, x.y - place.b, y.x - place.c, y.y - place.d, w.x - place.x, w.y - place.y,
        part.opacity - place.opacity,
      ]
      guard differences.allSatisfy({ abs($0) < 1e-6 }) else { return false }
    }
  }
  return true
}

private func measureStates(_ elements: MovingElements, _ scene: Scene) -> Row {
  var state = SceneState()
  var places = Array(repeating: BenchPlace(), count: elements.motions.count)
  let times = MovingElements.times
  func seconds(_ body: () -> Void) -> Double {
    let (seconds, attoseconds) = ContinuousClock().measure(body).components
    return (Double(seconds) + Double(attoseconds) / 1e18) * 1e3 / Double(times.count)
  }
  let found = alternate(
    runs: 15,
    { seconds { for time in times { scene.state(at: time, into: &state) } } },
    {
      seconds {
        for time in times {
          bench_motion_loop(elements.clocks, elements.motions, places.count, time, &places)
        }
      }
    })
  blackHole(state.count)
  return Row(
    group: "motion", name: "state of 10,000 elements: position, zoom, rotation, opacity",
    value: found.first.median, unit: TimeUnit.milliseconds.rawValue, spread: found.first.spread,
    limit: found.second.median)
}

private func measureMaking(_ elements: MovingElements) -> Row {
  let measured = measure(.milliseconds, runs: 5) { blackHole(try? elements.scene()) }
  return Row(
    group: "motion", name: "making and checking the scene", value: measured.median,
    unit: TimeUnit.milliseconds.rawValue, spread: measured.spread)
}

/// What Chromium takes for as many; nil where it is not installed.
private func browserMilliseconds(_ elements: MovingElements) throws -> Double? {
  guard let program = Launch.find("chromium") else { return nil }
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let page = folder.url.appendingPathComponent("page.html")
  try Data(elements.page.utf8).write(to: page)
  let process = Process()
  process.executableURL = program
  process.arguments = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-dev-shm-usage",
    "--user-data-dir=\(folder.url.path)/profile", "--timeout=240000", "--dump-dom",
    page.absoluteString,
  ]
  let output = Pipe()
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard let start = text.range(of: "<pre id=\"out\">"),
    let end = text.range(of: "</pre>", range: start.upperBound..<text.endIndex),
    let milliseconds = Double(text[start.upperBound..<end.lowerBound])
  else { throw MotionFailure.browser(process.terminationStatus) }
  return milliseconds
}

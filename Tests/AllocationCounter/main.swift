import CAllocations
import Glibc
import HikidashiBase
import HikidashiMotion
import HikidashiPreferences
import HikidashiStorage

/// A program that does something many times, and writes how often memory was asked for meanwhile.
///
///     AllocationCounter arrays|scene|settings
///
/// A process of its own, as it replaces the C library's `malloc` to count.
func allocations(_ body: () -> Void) -> UInt {
  // What is made on first use is not counted.
  body()
  let before = hk_allocation_count()
  body()
  return UInt(hk_allocation_count() - before)
}

/// To see that it counts at all: each array is memory of its own.
func arrays() {
  var sum = 0
  let count = allocations {
    for number in 1...100 { sum += [UInt8](repeating: 1, count: number * 64).count }
  }
  print(count, sum > 0)
}

/// Frames of a scene of 10,000 elements, of all kinds of motion.
func scene() throws {
  let scene = try Scene {
    for number in 0..<10_000 {
      let start = Double(number % 100) / 100
      let element = Element(.text(""))
        .move(from: .zero, to: Point(Double(number), 90), over: 2, delay: start, curve: .easeInOut)
        .rotate(from: 0, to: 360, over: 3).zoom(from: 1, to: 2, over: 2)
        .fade(from: 0, to: 1, over: 1).hidden()
      switch number % 10 {
      case 0:
        element.set(.perspective, 300).animate(.rotationY, from: 0, to: 90, Timing(2))
          .animate(.blur, from: 4, to: 0, Timing(2), curve: .steps(5))
      case 1:
        element.repeats(2.5, delay: 0.1, direction: .alternating).animate(
          .turn, from: Turn(0, about: Vector(1, 0)), to: Turn(90, about: Vector(0, 1)), Timing(1),
          curve: .spring)
      default: element
      }
    }
  }
  var state = SceneState()
  var seen = 0
  let count = allocations {
    for frame in 0..<60 {
      scene.state(at: Double(frame) / 10, into: &state)
      seen += state.count
    }
  }
  print(count, seen > 100_000)
}

/// Settings of the plain types, some of them set, some not.
func settings() throws {
  let number = Preference("number", default: 1)
  let other = Preference("other", default: 2)
  let flag = Preference("flag", default: false)
  let ratio = Preference("ratio", default: 0.5)
  let store = try PreferenceStore(
    PreferenceSchema([number.item, other.item, flag.item, ratio.item]), at: .memory,
    version: "1", options: PreferenceOptions(autosave: nil))
  try store.set(number, to: 3)
  try store.set(flag, to: true)
  try store.set(ratio, to: 0.25)
  var sum = 0.0
  let count = allocations {
    for _ in 0..<1_000 {
      sum += Double(store[number] + store[other]) + (store[flag] ? 1 : 0) + store[ratio]
    }
  }
  print(count, sum == 12_500)
}

switch CommandLine.arguments.dropFirst().first {
case "arrays": arrays()
case "scene": try scene()
case "settings": try settings()
default:
  writeError("usage: AllocationCounter arrays|scene|settings")
  exit(2)
}

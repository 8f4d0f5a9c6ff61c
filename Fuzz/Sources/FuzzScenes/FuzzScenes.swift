import HikidashiMotion

private let registry = SceneRegistry(
  hooks: ["chime": { _ in }], functions: ["half": { $0 / 2 }], widgets: ["clock"])

/// Takes the text as a scene in JSON, and looks at what it shows.
///
/// Must hold: no trap; a refusal says what is wrong; a state of every time, with no more parts than
/// there are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScenes(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let text = String(
    decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  do throws(SceneError) {
    let scene = try Scene(json: text, registry: registry)
    var state = SceneState()
    let end = scene.duration.isFinite ? scene.duration : 1e6
    for time in [-1, 0, end / 3, end / 2, end, end * 2, .infinity] {
      scene.state(at: time, into: &state)
      precondition(state.count <= scene.parts.count, "parts that there are not")
      for part in state {
        precondition(!(part.opacity < 0 || part.opacity > 1), "an opacity of \(part.opacity)")
      }
    }
  } catch {
    precondition(!error.description.isEmpty, "an error of nothing")
  }
  return 0
}

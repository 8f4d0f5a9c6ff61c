import Hikidashi

/// What the scene shows, changed while it plays.
struct Settings: PreferenceGroup {
  let title = "Scene"
  let words = Preference(
    "words", default: "こんにちは", title: "Words", pattern: ".+", "must be filled in")
  let speed = Preference("speed", default: 1.0, in: 0.25...4, title: "Speed")
}

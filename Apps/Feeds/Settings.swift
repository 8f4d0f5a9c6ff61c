import Hikidashi

/// The feeds that are read, and whether only what is kept is shown.
struct Settings: PreferenceGroup {
  let title = "Feeds"
  let feeds = Preference(
    "feeds", default: ["https://www.swift.org/atom.xml", "https://www.jsonfeed.org/feed.json"],
    title: "Subscriptions")
  let isOffline = Preference("offline", default: false, title: "Work offline")
}

import BareHelp
import CBare

struct Member: Equatable {
  var id: Int64
  var name = ""
  var city = ""
  var rate = 3.0
  /// A day such as `2020-05-20`, or nothing.
  var joined = ""

  var rateText: String {
    let tenths = Int(rate * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// What is wrong, by the title of the field.
  func faults(rateText: String) -> [String: String] {
    var faults: [String: String] = [:]
    if name.isEmpty { faults["Name"] = "must be filled in" }
    if name.count > 40 { faults["Name"] = "must have 40 letters at most" }
    if !(Double(rateText).map { (0...5).contains($0) } ?? false) {
      faults["Rate"] = "must be a number from 0 to 5"
    }
    if !joined.isEmpty {
      if let date = g_date_time_new_from_iso8601(joined + "T00:00:00Z", nil) {
        g_date_time_unref(date)
      } else {
        faults["Joined"] = "must be a day such as 2020-05-20"
      }
    }
    return faults
  }

  func has(words: String) -> Bool {
    let text = [name, city, rateText, joined].joined(separator: " ").lowercased()
    return words.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }
}

/// A member before and after a change; nil where there was none.
struct Change {
  var before: Member?
  var after: Member?
}

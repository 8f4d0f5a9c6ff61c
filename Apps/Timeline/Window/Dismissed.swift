internal import Observation

/// The words of a message that a person has closed; others are shown again.
@Observable @MainActor
final class Dismissed {
  var words = ""
}

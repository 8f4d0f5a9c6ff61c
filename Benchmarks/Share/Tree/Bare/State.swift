import BareHelp
import CBare

/// What is open and selected, kept for the next start.
@MainActor
final class State {
  var open: Set<String> = ["Rocky"]
  var selected: String?
  private let folder: String

  init(_ id: String) {
    folder = String(cString: g_get_user_state_dir()) + "/" + id
    var text: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents(folder + "/state", &text, nil, nil) != 0, let text else { return }
    let lines = String(cString: text).split(separator: "\n", omittingEmptySubsequences: false)
    g_free(text)
    selected = lines.first.map(String.init)
    open = Set(lines.dropFirst().map(String.init))
  }

  func save() {
    let text = ([selected ?? ""] + open.sorted()).joined(separator: "\n")
    g_mkdir_with_parents(folder, 0o700)
    g_file_set_contents(folder + "/state", text, -1, nil)
  }
}

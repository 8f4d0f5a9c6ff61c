internal import Hikidashi
internal import HikidashiCommands
internal import RFCKit

/// The windows of the app in which documents are read, each with a document, a way to it, a list and widths
/// of its own.
///
/// Each has a number, under which it comes back at the next start as it was left. The first keeps its state
/// as the only one did before there were others.
@MainActor
final class ViewerWindows {
  /// Makes a window.
  ///
  /// - Parameters:
  ///   - state: Where it is kept what comes back.
  ///   - name: The name of the window, under which its size is kept.
  typealias Maker = @MainActor (_ state: StateStore, _ name: String) -> ViewerWindow

  /// The windows that are open, with their numbers from 1 on.
  private(set) var open: [(number: Int, viewer: ViewerWindow)] = []
  private let state: StateStore
  private let kept: Kept<[Int]>
  private let library: RFCLibrary
  private let make: Maker

  /// - Parameter state: Where it is kept which windows are open, and what is in them.
  init(in state: StateStore, _ library: RFCLibrary, make: @escaping Maker) {
    self.state = state
    (self.library, self.make) = (library, make)
    let name = library.directory.map { "windows of \($0)" } ?? "windows"
    kept = state.kept(name, default: [1])
  }

  /// Makes the windows that were open when the app ended, or one.
  func comeBack() -> [ViewerWindow] {
    // What somebody has written into the file must not open a thousand.
    var numbers = Set(kept.value.filter { 1...Self.most ~= $0 }).sorted()
    if numbers.isEmpty { numbers = [1] }
    return numbers.map { add($0) }
  }

  private static let most = 32

  /// Makes another window that begins anew.
  ///
  /// - Returns: nil where there are too many.
  func another() -> ViewerWindow? {
    let taken = Set(open.map(\.number))
    guard let number = (1...Self.most).first(where: { !taken.contains($0) }) else { return nil }
    Reading.forget(library, in: room(number))
    BesideRoom.forget(library, in: room(number))
    let viewer = add(number)
    keep()
    return viewer
  }

  /// The window that was used last; the first where none was.
  var latest: ViewerWindow? {
    for window in App.current?.windows ?? [] {
      if let found = open.first(where: { $0.viewer.window === window }) { return found.viewer }
    }
    return open.first?.viewer
  }

  /// Opens what the desktop asks for, such as `rfc:9110`, in the window that was used last.
  func open(_ addresses: [String]) {
    guard let address = addresses.last, let viewer = latest else { return }
    viewer.window?.present()
    if let path = FileAddress.path(address) {
      viewer.reading.open(file: path)
    } else if let number = Int(address.drop { !$0.isNumber }) {
      viewer.reading.read(number)
    }
  }

  private func room(_ number: Int) -> StateStore {
    number == 1 ? state : state.room("window \(number)")
  }

  private func add(_ number: Int) -> ViewerWindow {
    let viewer = make(room(number), number == 1 ? "main" : "window \(number)")
    viewer.windows = self
    open.append((number, viewer))
    return viewer
  }

  /// A person has closed a window. The last one comes back at the next start.
  func closed(_ viewer: ViewerWindow) {
    guard open.count > 1 else { return }
    open.removeAll { $0.viewer === viewer }
    keep()
  }

  private func keep() { kept.value = open.map(\.number) }
}

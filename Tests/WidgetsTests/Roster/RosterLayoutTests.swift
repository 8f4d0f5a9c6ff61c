import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Every part and every dialog in narrow and wide windows, with text of 100 and 200 %, in both directions, light
/// and dark, in English and Japanese: nothing is cut, covered, lost or hard to read.
///
/// `make prove` looks at all combinations. Otherwise every two values of two aspects come together once.
final class RosterLayoutTests: XCTestCase {
  func testEveryLayoutHoldsInEnglish() throws {
    try inOwnProcess(environment: ["LANGUAGE": "en", "LC_ALL": "C.UTF-8"]) { try check(0) }
  }

  func testEveryLayoutHoldsInJapanese() throws {
    try inOwnProcess(environment: ["LANGUAGE": "ja", "LC_ALL": "C.UTF-8"]) { try check(1) }
  }

  private func check(_ language: Int) throws {
    let isProof = Environment.value("HIKIDASHI_STEPS") != nil
    let settings =
      isProof ? LayoutSetting.all : Array(LayoutSetting.pairs[(language * 3)..<(language * 3 + 3)])
    let scratch = try ScratchFolder()
    let found = try onLoop(within: .seconds(3_000)) {
      var found: [String] = []
      let scenes = try PartScenes(pictures: scratch).all + WideScenes().all
      for setting in settings {
        // RosterTests walk through windows of a middling size.
        let isWalked = isProof || setting.width < 1_000
        try await setting.during {
          for scene in scenes { found += try await Self.look(scene, in: setting, isWalked) }
          for act in DialogActs().all { found += try await Self.look(act, in: setting, isWalked) }
        }
      }
      return found
    }
    XCTAssertEqual(found, [], found.joined(separator: "\n"))
  }

  @MainActor
  private static func look(_ scene: Scene, in setting: LayoutSetting, _ isWalked: Bool) async throws
    -> [String]
  {
    for window in Window.all { window.destroy() }
    let part = try await scene.make()
    let stage = try await Stage.show(
      part, title: scene.name, width: setting.width, height: setting.height)
    part.focus()
    if !scene.keys.isEmpty {
      // Rows of a menu are selected by the pointer that stands over them.
      try await stage.parkPointer()
      for key in scene.keys { try await stage.press(key) }
      try await stage.settle()
    }
    try await keepPicture(stage, scene.name, setting)
    let flaws = try await layoutFlaws(
      stage, room: (setting.width, setting.height), isWalked: isWalked && scene.keys.isEmpty)
    try await stage.close()
    return flaws.map { "\(scene.name), \(setting): \($0)" }
  }

  @MainActor
  private static func look(_ act: Act, in setting: LayoutSetting, _ isWalked: Bool) async throws
    -> [String]
  {
    let theater = try await Theater.open(width: setting.width, height: setting.height)
    let item = try act.present(theater.window)
    try await until(act.name) { item.isPresented() }
    let stage = act.hasWindow ? try await theater.stage.dialog() : theater.stage
    if let native = stage.window.native, gtk_widget_get_width(native) > setting.width {
      // As a window manager does on a small screen.
      gtk_window_set_default_size(
        native.cast(to: GtkWindow.self), Int32(setting.width),
        min(gtk_widget_get_height(native), Int32(setting.height)))
    }
    // What was presented just now is laid out in the frame that is due.
    try await stage.settle()
    try await keepPicture(stage, act.name, setting)
    // Where a text came just now, the server has not made the window larger yet.
    for _ in 0..<60 where !hasRoom(stage) { await stage.nextFrame() }
    let flaws = try await layoutFlaws(
      stage, room: (setting.width, setting.height), isWalked: isWalked)
    item.cancel()
    await item.ended()
    try await theater.close()
    return flaws.map { "\(act.name), \(setting): \($0)" }
  }

  /// Whether the window is as high as its content needs.
  @MainActor
  private static func hasRoom(_ stage: Stage) -> Bool {
    guard let native = stage.window.native else { return true }
    var least: gint = 0
    gtk_widget_measure(
      native, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(native), &least, nil, nil, nil)
    return least <= gtk_widget_get_height(native)
  }

  /// Into the folder that `HIKIDASHI_PICTURES` names, to be looked at.
  @MainActor
  private static func keepPicture(
    _ stage: Stage, _ name: String, _ setting: LayoutSetting
  ) async throws {
    guard let folder = Environment.value("HIKIDASHI_PICTURES") else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let language = Environment.value("LANGUAGE") ?? ""
    try await stage.savePicture(to: "\(folder)/\(name), \(setting), \(language).png")
  }
}

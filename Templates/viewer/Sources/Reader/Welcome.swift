import Hikidashi

/// The scene of `welcome.json`; `hikidashi run welcome.json --watch` shows it while you change it.
@MainActor
enum Welcome {
  static var scene: Scene {
    get throws(SceneError) {
      try Scene(json: String(decoding: PackageResources.welcome_json, as: UTF8.self))
    }
  }

  static var part: Part {
    do throws(SceneError) {
      let view = try SceneView(scene, tr("Welcome"))
      view.play()
      return view
    } catch {
      return StatusPage(tr("The scene is wrong"), description: error.description)
    }
  }
}

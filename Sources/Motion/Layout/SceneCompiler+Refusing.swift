extension SceneCompiler {
  /// Refuses what an element says in vain.
  func refuseWithoutEffect(
    _ element: Element, of part: Int, at place: String
  ) throws(SceneError) {
    if case .shared(let id) = element.source {
      let own: [(key: String, isSaid: Bool)] = [
        ("layer", element.layer != 0), ("showsBack", !element.showsBack),
        ("wipeEdge", element.wipeEdge != .left),
      ]
      for (key, isSaid) in own where isSaid {
        let reason = "it is of the part; say it of “\(id)”, which has the part"
        throw .badValue(place: "\(place).\(key)", reason: reason)
      }
    }
    if case .text = parts[part].content { return }
    let reason = "only a text has a color; give the part a tint"
    if element.base[.color] != nil {
      throw .badValue(place: "\(place).set.color", reason: reason)
    }
    if let track = element.tracks.firstIndex(where: { $0.property == .color }) {
      throw .badValue(place: "\(place).tracks[\(track)].property", reason: reason)
    }
  }
}

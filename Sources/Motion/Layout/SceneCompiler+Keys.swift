extension SceneCompiler {
  /// Appends the keyframes of a motion, and says where they are.
  mutating func add(
    _ given: [Track.Key], of property: SceneProperty, to track: inout CompiledTrack,
    at place: String
  ) throws(SceneError) {
    guard given.count >= 2 else {
      throw .badValue(place: place, reason: "a motion has at least two keyframes")
    }
    let offsets = try offsets(given, at: place)
    var compiledKeys: [CompiledKey] = []
    var compiledValues: [[Double]] = []
    for (index, key) in given.enumerated() {
      let here = "\(place).keyframes[\(index)]"
      compiledValues.append(try compiled(key.components, of: property, at: here))
      compiledKeys.append(
        CompiledKey(
          offset: offsets[index], curve: try number(of: key.curve, at: here + ".curve")))
    }
    track.width = UInt8(property.neutral.count)
    if property != .turn, given.count == 2, compiledKeys[0].curve < 0 {
      track.kind = .pair
      track.values = Int32(values.count)
      values += compiledValues[0] + compiledValues[1]
      return
    }
    track.first = Int32(keys.count)
    track.count = Int32(given.count)
    keys += compiledKeys
    if property == .turn {
      track.kind = .turns
      track.values = Int32(turns.count)
      for (from, to) in zip(compiledValues, compiledValues.dropFirst()) {
        turns.append(CompiledTurn(from, to))
      }
    } else {
      track.kind = .keys
      track.values = Int32(values.count)
      values += compiledValues.flatMap { $0 }
    }
  }

  /// The keyframes' places, those that are not given lying evenly between their neighbours.
  private func offsets(_ keys: [Track.Key], at place: String) throws(SceneError) -> [Double] {
    var offsets = keys.map(\.offset)
    offsets[0] = offsets[0] ?? 0
    offsets[keys.count - 1] = offsets[keys.count - 1] ?? 1
    guard offsets[0] == 0, offsets[keys.count - 1] == 1 else {
      throw .badValue(
        place: place + ".keyframes", reason: "the first one is at 0, and the last one at 1")
    }
    var known = 0
    var result = Array(repeating: 0.0, count: keys.count)
    for index in 1..<keys.count {
      guard let offset = offsets[index] else { continue }
      let before = result[known]
      guard offset >= before, offset <= 1 else {
        throw .badValue(
          place: "\(place).keyframes[\(index)].at",
          reason: "\(offset) is given, but it is not less than the one before, and at most 1")
      }
      for between in known + 1..<index + 1 {
        result[between] =
          before + (offset - before) * Double(between - known) / Double(index - known)
      }
      result[index] = offset
      known = index
    }
    return result
  }

  /// The numbers of a value as they are reckoned with.
  func compiled(
    _ components: [Double], of property: SceneProperty, at place: String
  ) throws(SceneError) -> [Double] {
    if property == .perspective, let distance = components.first {
      guard distance > 0 else {
        throw .badValue(place: place, reason: "a viewer's distance is more than 0 pixels")
      }
      return [1 / distance]
    }
    guard components.allSatisfy(\.isFinite) else {
      let reason =
        property == .turn ? "an axis has a length, and numbers are finite" : "a number is finite"
      throw .badValue(place: place, reason: reason)
    }
    var result = components
    // As with the web's colours: what lets nothing be seen has no colour of its own between two.
    if let color = [.color: 0, .tint: 0, .shadow: 3][property] {
      for part in color..<color + 3 { result[part] *= result[color + 3] }
    }
    return result
  }
}

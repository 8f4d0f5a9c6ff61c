/// Why a scene was refused when it was made.
///
/// The place is where it stands, as in `items[2].tracks[0].duration`.
public enum SceneError: Error, Equatable, Sendable {
  /// No element, group or label has this id.
  case unknownID(place: String, id: String)
  /// Two elements, groups or labels have this id.
  case duplicateID(place: String, id: String, first: String)
  /// A number, or a list of numbers, that is not allowed there.
  case badValue(place: String, reason: String)
  /// Items whose starts depend on one another in a circle.
  case cycle(places: [String])
  /// Two motions of the same property of a part at the same time.
  case overlap(part: String, property: SceneProperty, first: String, second: String)
  /// An item begins with or after another one that lies in a group with a timing of its own.
  case otherTime(place: String, id: String)
  /// An item begins after something that never ends, or repeats it.
  case endless(place: String)
  /// A hook, widget or picture that the app has not registered.
  case unknownName(place: String, kind: String, name: String)
  /// JSON that defines no scene: where, and what is wrong there.
  case badJSON(place: String, reason: String)
}

extension SceneError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownID(let place, let id):
      "“\(id)” is named at \(place), and nothing in the scene is called so; correct the name"
    case .duplicateID(let place, let id, let first):
      "“\(id)” at \(place) is the name of \(first), too; rename one"
    case .badValue(let place, let reason): "\(place) is wrong: \(reason)"
    case .cycle(let places):
      "\(places.joined(separator: ", ")) begin after one another in a circle; let one begin otherwise"
    case .overlap(let part, let property, let first, let second):
      "\(first) and \(second) change the \(property.rawValue) of “\(part)” at the same time; "
        + "put one off, or take it away"
    case .otherTime(let place, let id):
      "\(place) refers to “\(id)”, which is in a group with a time of its own; refer to the group"
    case .endless(let place):
      "\(place) follows or repeats what never ends; give that a number of repeats"
    case .unknownName(let place, let kind, let name):
      "the \(kind) “\(name)” at \(place) is not registered; register it, or correct the name"
    case .badJSON(let place, let reason): "the scene's JSON is wrong at \(place): \(reason)"
    }
  }
}

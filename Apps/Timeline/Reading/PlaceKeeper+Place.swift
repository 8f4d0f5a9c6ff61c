internal import FoundationEssentials
internal import TimelineKit

extension PlaceKeeper {
  /// A place in time, and how far below the upper edge of the view the row of its post begins.
  struct Place: Codable, Equatable {
    var post: String
    var date: Double
    var offset: Double

    init(_ place: TimelinePlace, offset: Double) {
      (post, date) = (place.id, place.date.timeIntervalSinceReferenceDate)
      self.offset = offset
    }

    var inTime: TimelinePlace {
      TimelinePlace(id: post, date: Date(timeIntervalSinceReferenceDate: date))
    }
  }
}

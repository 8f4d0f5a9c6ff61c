import Hikidashi
import HikidashiWidgetTesting
import XCTest

final class SeatsTests: XCTestCase {
  func testASeatIsTaken() throws {
    try onLoop {
      var taken: Set<String> = []
      let hall = Canvas("Seats", width: 320, height: 140, role: .group) { room in
        Shape.rectangle(Rect(60, 8, room.size.width - 120, 14), corner: 7).fill(.accent)
        for row in 0..<2 {
          for seat in 0..<5 {
            let name = "\(row + 1)-\(seat + 1)"
            let isTaken = taken.contains(name)
            Shape.group {
              Shape.rectangle(Rect(0, 0, 36, 36), corner: 8)
                .fill(isTaken ? .accent : .color(.clear)).stroke(.foreground, width: 2)
              Shape.text(name, at: Point(0, 9), font: Font(size: 13), width: 36, alignment: .center)
            }
            .moved(20 + 60 * Double(seat), 40 + 50 * Double(row))
            .named(name, label: "Seat \(name), \(isTaken ? "taken" : "free")")
          }
        }
      }
      hall.onPress = { press in
        guard let name = press.name else { return }
        taken.formSymmetricDifference([name])
        hall.redraw()
      }

      let stage = try await Stage.show(hall)
      hall.focus()
      try await stage.press("Right")
      try await stage.press("Right")
      try await stage.press("space")
      XCTAssertEqual(taken, ["1-2"])
      XCTAssertEqual(hall.hit(at: Point(100, 60))?.name, "1-2")
      try await stage.close()
    }
  }
}

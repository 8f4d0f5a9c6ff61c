import HikidashiBase
import Testing

@Suite struct DurationTests {
  @Test func timesAreBounded() {
    let century = Duration.seconds(100 * 365 * 86_400)
    let times: [Duration] = [
      .seconds(Int64.min), .zero, .nanoseconds(1), century, .seconds(Int64.max),
    ]
    for time in times {
      #expect((.zero...century).contains(time.bounded))
      #expect(century.later(by: time) >= century)
      #expect(time.nanoseconds >= 0 && time.milliseconds >= 0)
    }
    #expect(Duration.seconds(Int64.max).nanoseconds == 100 * 365 * 86_400 * 1_000_000_000)
  }

  @Test func unitsAreWhole() {
    let time = Duration.seconds(2) + .nanoseconds(1_999_999) + .nanoseconds(0.9)
    #expect(time.nanoseconds == 2_001_999_999)
    #expect(time.milliseconds == 2_001)
  }
}

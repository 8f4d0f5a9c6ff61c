import Testing

@testable import HikidashiOutlines

@Suite struct RowRevealTests {
  /// The view is drawn wholly at every moment, and nothing twice.
  @Test(arguments: [true, false])
  func theStripsFillTheView(opens: Bool) {
    let reveal = RowReveal(edge: 50, height: 120, opens: opens)
    var last: Double?
    for step in 0...20 {
      let strips = reveal.strips(
        at: RowReveal.duration * Double(step) / 20, viewHeight: 300)
      #expect(strips.first?.top == 0)
      #expect(strips.last?.bottom == 300)
      for (one, next) in zip(strips, strips.dropFirst()) { #expect(one.bottom == next.top) }
      // What follows goes one way only.
      let shift = strips.last?.shift ?? 0
      if let last { #expect(opens ? shift >= last : shift <= last) }
      last = shift
    }
    #expect(last == (opens ? 120 : 0))
  }

  @Test func itBeginsWithHowItWasAndEndsWithHowItIs() {
    let opening = RowReveal(edge: 50, height: 120, opens: true)
    #expect(
      opening.strips(at: 0, viewHeight: 300).last
        == RowReveal.Strip(source: .before, top: 50, bottom: 300, shift: 0))
    #expect(
      opening.strips(at: 9, viewHeight: 300)[1]
        == RowReveal.Strip(source: .now, top: 50, bottom: 170, shift: 0))
    let closing = RowReveal(edge: 50, height: 120, opens: false)
    #expect(
      closing.strips(at: 0, viewHeight: 300)[1]
        == RowReveal.Strip(source: .before, top: 50, bottom: 170, shift: 0))
    #expect(
      closing.strips(at: 9, viewHeight: 300).last
        == RowReveal.Strip(source: .now, top: 50, bottom: 300, shift: 0))
  }

  @Test func rowsThatReachBelowTheViewAreCutOff() {
    let strips = RowReveal(edge: 200, height: 500, opens: true).strips(at: 9, viewHeight: 300)
    #expect(strips.map(\.bottom) == [200, 300, 300])
  }
}

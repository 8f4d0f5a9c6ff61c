import Testing

@testable import RFCViewer

@Suite struct HistoryTests {
  @Test func goesBackAndForward() {
    var history = History<Int>()
    #expect(history.goBack() == nil)
    history.visit(1)
    history.visit(2)
    history.visit(2)
    history.visit(3)
    #expect(history.goBack() == 2)
    #expect(history.goBack() == 1)
    #expect(history.goBack() == nil)
    #expect(history.current == 1)
    #expect(history.goForward() == 2)
    #expect(history.canGoForward)
  }

  @Test func aNewPlaceForgetsWhatLayAhead() {
    var history = History<Int>()
    for place in [1, 2, 3] { history.visit(place) }
    history.goBack()
    history.visit(9)
    #expect(!history.canGoForward)
    #expect(history.goBack() == 2)
  }

  @Test func theCurrentPlaceCanBeMadeMoreExact() {
    var history = History<String>()
    history.replaceCurrent("nothing to replace")
    #expect(history.current == nil)
    history.visit("a")
    history.replaceCurrent("a, line 7")
    history.visit("b")
    #expect(history.goBack() == "a, line 7")
  }
}

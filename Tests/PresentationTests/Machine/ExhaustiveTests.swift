import Presentation
import Testing

/// Every sequence of events up to a depth, for few items: each state is reached once and compared
/// with the slow model, and from each everything can still end.
@Suite struct ExhaustiveTests {
  private typealias Round = PresentationMachine.Round

  @Test func todo() throws {}
}

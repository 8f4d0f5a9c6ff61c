import Hikidashi
import Observation

enum InPlacePage: GalleryPage {
  static let title = tr("Moving in place")
  static let summary = tr(
    "Cards come one after another, glide when they are shuffled, and fall when one is taken; a number counts."
  )
  static let file = #filePath

  @Observable @MainActor
  final class Hand {
    var cards: [Card] = ["♠", "♥", "♦", "♣", "★"].map { Card(id: $0) }
    var points = 0
  }

  struct Card: Identifiable, Equatable { let id: String }

  private static let fall = Movement.fade(over: 0.4, curve: .easeIn)
    .slide(from: .bottom, by: 80, over: 0.4, curve: .backIn).turn(from: 40, over: 0.4)

  static func make() -> Part {
    let hand = Hand()
    let names = hand.cards
    let cards = Stack(.horizontal, spacing: 12) {
      ForEach(hand.cards) { card in
        Label(card.id).styleClass("card", "title-1").textAlignment(.center)
          .minimumSize(width: 48, height: 64)
          .entering(.fade().slide(from: .top, by: 40, over: 0.5, curve: .bounceOut))
          .leaving(fall).moving(over: 0.4, curve: .backOut)
      }
    }.staggered(by: 0.08).align(horizontal: .center)
    let points = Label(counting: { Double(hand.points) }) { tr("Points: {}", Int($0)) }
      .changing(.scale(from: 1.3, over: 0.6, curve: .elasticOut)) { hand.points }
    let buttons = Stack(.horizontal) {
      Button(tr("_Shuffle")) { hand.cards.shuffle() }
      Button(tr("_Play one")) { hand.points += hand.cards.popLast() == nil ? 0 : 100 }
      Button(tr("_Deal anew")) {
        hand.cards = names.filter { !hand.cards.contains($0) } + hand.cards
      }
    }.align(horizontal: .center)
    return Stack(spacing: 24, [cards, points.align(horizontal: .center), buttons]).margin(24)
  }
}

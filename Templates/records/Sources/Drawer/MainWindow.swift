import Hikidashi

/// The cards, the news, and a scene that greets.
@MainActor
final class MainWindow {
  private let settings: Settings
  private let store: PreferenceStore
  private let connector: Connector
  private let place: StoreDestination
  /// The table of cards, once they are open.
  private(set) var cards: RecordsView?

  init(
    _ settings: Settings, _ store: PreferenceStore, cards place: StoreDestination,
    connector: Connector = Connector(transports: [HTTPTransport()])
  ) {
    (self.settings, self.store, self.place) = (settings, store, place)
    self.connector = connector
  }

  func makeWindow() -> Window {
    Window(tr("Drawer"), width: 900, height: 600) {
      HeaderBar {
        Button(tr("_New Card"), action: "win.new")
      } end: {
        Button(
          icon: "preferences-system-symbolic", label: tr("Preferences"), action: "win.preferences")
      }
      Tabs {
        Tab(tr("Cards"), isClosable: false) {
          Opening {
            try await Cards.open(at: self.place)
          } content: {
            self.table(of: $0)
          }
        }
        Tab(tr("News"), isClosable: false) {
          News.list(self.connector, address: self.store[self.settings.news])
        }
        Tab(tr("Welcome"), isClosable: false) { Welcome.part }
      }
      .keeping("tabs")
    }
    .actions {
      Action("new", title: tr("New Card"), shortcuts: "<Control>n") { self.cards?.add() }
    }
    .preferences(store)
    .colorScheme { self.store[self.settings.colors] }
  }

  private func table(of store: RecordStore) -> RecordsView {
    let table = RecordsView(
      store,
      columns: [
        FieldColumn(Cards.name), FieldColumn(Cards.place), FieldColumn(Cards.amount),
        FieldColumn(Cards.price), FieldColumn(Cards.worth), FieldColumn(Cards.note),
      ]
    )
    .grouped(by: Cards.place, sums: Cards.amount, Cards.worth)
    .configureRow { row, card in
      if card[Cards.amount] <= self.store[self.settings.low] { row.mark("warning") }
    }
    .whenEmpty(tr("No cards yet"), icon: "list-add-symbolic")
    .keeping("cards")
    cards = table
    return table
  }
}

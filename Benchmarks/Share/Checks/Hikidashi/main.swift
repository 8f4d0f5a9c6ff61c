import Hikidashi

App(id: "org.example.Shopping") {
  let list = TableView(["Milk", "Bread", "Eggs", "Rice"]).selection(.toggle).checkmarks()
    .keeping("shopping")
  Window("Shopping", width: 320, height: 480) {
    list
    Stack(.horizontal, spacing: 6) {
      Button("_One More") { list.edit { $0.insert("Tea", at: 0) } }
      Button("_Reverse") { list.merge(list.items.reversed()) }
    }.margin(6)
  }
}.run()

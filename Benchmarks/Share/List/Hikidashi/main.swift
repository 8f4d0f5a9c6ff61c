import Hikidashi

let fruits = [
  "Apple", "Apricot", "Banana", "Cherry", "Fig", "Grape", "Lemon", "Mango", "Olive", "Peach",
  "Pear",
  "Plum",
]
App(id: "org.example.Fruits") {
  Window("Fruits", width: 320, height: 480) { TableView(fruits).keeping("fruits") }
}.run()

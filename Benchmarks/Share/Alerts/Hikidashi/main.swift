import Hikidashi

App(id: "org.example.Letters") {
  let told = Label("Nothing was asked").margin(24)
  Window("Letters", width: 400, height: 240) {
    told
    Button("_Ask") {
      var answers: [String] = []
      for verb in ["Save", "Send", "Delete"] {
        let alert = Alert("\(verb) the letter?", choices: [.cancel, Choice("_\(verb)")])
        let choice = try await told.window?.present(alert)
        answers.append("\(verb): \(choice == .cancel ? "no" : "yes")")
      }
      told.text = answers.joined(separator: ", ")
    }.margin(24)
  }
}.run()

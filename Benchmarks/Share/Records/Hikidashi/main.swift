import FoundationEssentials
import Hikidashi

let name = Field<String>("name", title: "Name", rules: [.length(1...40)])
let city = Field<String>("city", title: "City", default: "")
let rate = Field<Double>(
  "rate", title: "Rate", default: 3, format: .decimals(1), rules: [.range(0...5)])
let joined = Field<Date?>("joined", title: "Joined", format: .day)
let id = "org.example.Members"
let file = (UserFolders.data(of: id) ?? ".") + "/members.db"

App(id: id) {
  Window("Members", width: 640, height: 480) {
    Opening {
      try await RecordStore.open(Schema(name, city, rate, joined), at: .sqlite(file))
    } content: {
      RecordsView($0).sorted(by: .ascending(name)).whenEmpty("No members yet")
    }
  }
}.run()

/// What the command line asks for.
struct BenchOptions: Equatable, Sendable {
  /// Names of the groups to run, in the order of the registry; never empty.
  var groups: [String]
  var form = Form.table
  var action = Action.measure
  /// The bench of another build, which is run in turn with this one.
  var other: String?
  /// How often both are run.
  var pairs = 10

  enum Form: Sendable { case table, json }
  enum Action: Sendable { case measure, list, help }

  /// Why a command line is refused.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case unknownFlag(String)
    case badValue(flag: String, wanted: String)
    case unknownGroup(String, known: [String])

    var description: String {
      switch self {
      case .unknownFlag(let flag):
        "bench: there is no flag \(flag); bench --help lists them"
      case .badValue(let flag, let wanted):
        "bench: behind \(flag) stands \(wanted)"
      case .unknownGroup(let name, let known):
        "bench: there is no group \(name); the groups are \(known.joined(separator: ", "))"
      }
    }
  }

  /// Reads `arguments`, which do not hold the program's name.
  init(_ arguments: some Sequence<String>, known: [String]) throws(Refusal) {
    var wanted: Set<String> = []
    groups = known
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--beside":
        guard let path = rest.popFirst() else {
          throw .badValue(flag: argument, wanted: "the bench of another build")
        }
        other = path
      case "--pairs":
        guard let count = rest.popFirst().flatMap({ Int($0) }), 2...1_000 ~= count else {
          throw .badValue(flag: argument, wanted: "a number, 2 to 1000")
        }
        pairs = count
      case "--json": form = .json
      case "--list": action = .list
      case "--help", "-h": action = .help
      case _ where argument.hasPrefix("-"): throw .unknownFlag(argument)
      case _ where known.contains(argument): wanted.insert(argument)
      default: throw .unknownGroup(argument, known: known)
      }
    }
    if !wanted.isEmpty { groups = known.filter(wanted.contains) }
  }

  static let help = """
    bench [GROUP...] [--json] [--list]
    bench [GROUP...] --beside PROGRAM [--pairs N]

    Measures this project beside its peers and the machine's limit, in one run; without a group,
    everything. Values are medians; n × is how many times this project's value another's is.

      --json            one JSON object in place of tables
      --list            name the groups and what they measure
      --beside PROGRAM  run this bench and that of another build in turn, and tell by how
                        much this one's cost is higher; 1 is returned where the whole 95 %
                        interval of a case lies above 1.05
      --pairs N         run both N times; 10, if not given
      --help            show this
    """
}

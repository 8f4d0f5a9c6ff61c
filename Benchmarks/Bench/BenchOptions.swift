/// What the command line asks for.
struct BenchOptions: Equatable, Sendable {
  /// Names of the groups to run, in the order of the registry; never empty.
  var groups: [String]
  var form = Form.table
  var action = Action.measure

  enum Form: Sendable { case table, json }
  enum Action: Sendable { case measure, list, help }

  /// Why a command line is refused.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case unknownFlag(String)
    case unknownGroup(String, known: [String])

    var description: String {
      switch self {
      case .unknownFlag(let flag):
        "bench: there is no flag \(flag); bench --help lists them"
      case .unknownGroup(let name, let known):
        "bench: there is no group \(name); the groups are \(known.joined(separator: ", "))"
      }
    }
  }

  /// Reads `arguments`, which do not hold the program's name.
  init(_ arguments: some Sequence<String>, known: [String]) throws(Refusal) {
    var wanted: Set<String> = []
    groups = known
    for argument in arguments {
      switch argument {
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

    Measures this project beside its peers and the machine's limit, in one run; without a group,
    everything. Values are medians; n × is how many times this project's value another's is.

      --json   one JSON object in place of tables
      --list   name the groups and what they measure
      --help   show this
    """
}

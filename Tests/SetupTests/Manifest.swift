import Foundation
import TestSupport

/// The package's products and what their targets depend on.
struct Manifest {
  let products: [String]
  let dependencies: [String: [String]]
  /// The targets of apps, as they are declared.
  let apps: [(name: String, text: String)]

  init() throws {
    let text = try String(
      contentsOf: Checkout.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    products = text.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    apps = text.split(separator: "\n    .").compactMap { target in
      guard target.contains("arget("), target.contains("path: \"Apps/") else { return nil }
      return target.firstMatch(of: /name: "(\w+)"/).map { (String($0.1), String(target)) }
    }
    var dependencies: [String: [String]] = [:]
    let targets = [
      text.matches(of: /library\(\s*"(\w+)",?\s*(\[[^\]]*\])?\s*\)/)
        .map { (String($0.1), String($0.2 ?? "")) },
      text.matches(of: /arget\(\s*name: "(\w+)",\s*dependencies: (\[[^\]]*\])/)
        .map { (String($0.1), String($0.2)) },
    ]
    for (name, list) in targets.joined() {
      dependencies[name] = list.matches(of: /"(\w+)"/).map { String($0.1) }
    }
    self.dependencies = dependencies
  }

  func closure(of target: String) -> Set<String> {
    var found: Set<String> = []
    var next = [target]
    while let target = next.popLast() {
      if found.insert(target).inserted { next += dependencies[target] ?? [] }
    }
    return found
  }
}

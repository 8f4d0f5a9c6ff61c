import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// The machine does what the table says, and nothing else.
@Suite struct LoadMachineTests {
  /// Ways of making a machine that differ in what they may do.
  private let tables = [(false, false), (false, true), (true, false), (true, true)].map {
    TransitionTable(waitsForNetwork: $0.0, hasCache: $0.1)
  }
  private let failure = LoadFailure(.url(URL(fileURLWithPath: "/there")))

  private func machine(_ table: TransitionTable, attempts: Int = 9) -> LoadMachine {
    LoadMachine(
      LoadRequest(failure.target),
      retry: Retry(
        attempts: attempts, first: table.delay, longest: table.longestDelay, jitter: 0),
      waitsForNetwork: table.waitsForNetwork, hasCache: table.hasCache, seed: 1)
  }

  /// The events that lead to a place; nil where this kind of machine never is.
  private func path(_ place: MachinePlace, _ table: TransitionTable) -> [MachineEvent]? {
    let queued: [MachineEvent] = table.hasCache ? [.startOnline, .missedOnline] : [.startOnline]
    let inProgress = queued + [.admitted]
    switch place {
    case .notConnected: return []
    case .lookingUp: return table.hasCache ? [.startOnline] : nil
    case .queued: return queued
    case .inProgress: return inProgress
    case .waitingForNetwork:
      return table.waitsForNetwork ? inProgress + [.failedWithoutNetwork] : nil
    case .waitingToRetry: return inProgress + [.failedForNow]
    case .finished: return inProgress + [.succeeded]
    case .failed: return inProgress + [.failedForGood]
    case .cancelled: return inProgress + [.cancel]
    }
  }

  private func machine(at place: MachinePlace, _ table: TransitionTable) throws -> LoadMachine? {
    guard let path = path(place, table) else { return nil }
    var machine = machine(table)
    for event in path {
      #expect(machine.handle(event.event(1, failure)) != nil)
    }
    #expect(machine.state == place.state)
    return machine
  }

  @Test func everyTransitionIsMade() throws {
    for table in tables {
      for row in table.rows {
        guard var machine = try machine(at: row.place, table) else {
          Issue.record("\(row): the place cannot be reached")
          continue
        }
        let actions = machine.handle(row.event.event(1, failure))
        #expect(actions == row.actions, "\(row)")
        #expect(machine.state == row.next.state, "\(row)")
      }
    }
  }

  @Test func everythingElseIsRefused() throws {
    var count = 0
    for table in tables {
      for place in MachinePlace.allCases {
        guard let start = try machine(at: place, table) else { continue }
        for event in MachineEvent.allCases {
          let isLegal = table.rows.contains { $0.place == place && $0.event == event }
          var late = start
          if event.isOfAttempt {
            for attempt in [0, 2] {
              #expect(late.handle(event.event(attempt, failure)) == nil)
            }
          }
          #expect(late.status == start.status)
          guard !isLegal else { continue }
          var refusing = start
          #expect(refusing.handle(event.event(1, failure)) == nil, "\(place), \(event)")
          #expect(refusing.status == start.status)
          count += 1
        }
      }
    }
    #expect(count > 300)
  }

  @Test func whatATurnNeedsIsGivenBackOnce() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for step in 0..<testSteps(20_000) {
      let table = tables[step % tables.count]
      var machine = machine(table, attempts: 3)
      var held: [String: Int] = [:]
      var ends = 0
      for _ in 0..<40 {
        guard let event = MachineEvent.allCases.randomElement(using: &random) else { return }
        let before = machine.status
        let attempt = max(0, machine.status.attempt - (random.next() % 8 == 0 ? 1 : 0))
        guard let actions = machine.handle(event.event(attempt, failure)) else {
          #expect(machine.status == before)
          continue
        }
        // A wait that is over is no longer held.
        if case .retryDueOnline = event { held["timer"] = 0 }
        if case .retryDueOffline = event { held["timer"] = 0 }
        if event == .admitted { (held["queue"], held["slot"]) = (0, 1) }
        for action in actions {
          switch action {
          case .enqueue: held["queue", default: 0] += 1
          case .leaveQueue: held["queue", default: 0] -= 1
          case .connect: held["transfer", default: 0] += 1
          case .endTransfer: held["transfer", default: 0] -= 1
          case .releaseSlot: held["slot", default: 0] -= 1
          case .schedule: held["timer", default: 0] += 1
          case .unschedule: held["timer"] = 0
          case .lookUp: break
          case .end: ends += 1
          }
        }
        #expect(held.values.allSatisfy { $0 == 0 || $0 == 1 }, "seed \(seed): \(held)")
        #expect((ends == 1) == machine.state.isTerminal, "seed \(seed)")
        if machine.state.isTerminal {
          #expect(held.values.allSatisfy { $0 == 0 }, "seed \(seed): \(held)")
        }
        #expect(ends <= 1, "seed \(seed)")
      }
    }
  }

  @Test func whatFailsIsRepeatedOnlyAsOftenAsIsAllowed() {
    var machine = machine(tables[0], attempts: 3)
    _ = machine.handle(.start(isOnline: true))
    for attempt in 1...3 {
      _ = machine.handle(.admitted)
      _ = machine.handle(.failed(attempt: attempt, .reset(failure)))
      _ = machine.handle(.retryDue(attempt: attempt, isOnline: true))
    }
    #expect(machine.state == .failed)
    #expect(machine.status.error == .reset(failure))
    #expect(machine.status.attempt == 3)
  }

  @Test func whatMayNotBeRepeatedIsNot() {
    var request = LoadRequest(failure.target)
    request.method = .post
    var machine = LoadMachine(
      request, retry: Retry(), waitsForNetwork: false, hasCache: false, seed: 1)
    _ = machine.handle(.start(isOnline: true))
    _ = machine.handle(.admitted)
    _ = machine.handle(.failed(attempt: 1, .reset(failure)))
    #expect(machine.state == .failed)
  }
}

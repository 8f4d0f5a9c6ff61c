import HikidashiBase
import HikidashiPresentation
import HikidashiPresentationTesting
import TestSupport
import Testing

@Suite struct ThreadTests {
  /// A presenter that knows how many it shows, and has each answered at once.
  @MainActor private final class Clerk: Presenter {
    var shown: [String] = []
    var most = 0
    private var open = 0

    nonisolated init() {}

    func present<Item: Presentable>(_ showing: Showing<Item>) {
      open += 1
      most = max(most, open)
      shown.append(showing.item.name)
      showing.presented()
      if let answer = showing.item.name as? Item.Answer { showing.answer(answer) }
    }

    func dismiss<Item: Presentable>(_ showing: Showing<Item>) {
      open -= 1
      showing.dismissed()
    }
  }

  @Test func aThousandFromEightThreadsAppearOneAtATime() async throws {
    let seed = testSeed()
    let clerk = Clerk()
    let queue = PresentationQueue(presenter: clerk)
    queue.suspend()
    let answers = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: seed &+ UInt64(thread))
          var items: [PresentationItem<String>] = []
          for number in 0..<125 {
            let priority = Int.random(in: 0..<4, using: &random)
            let note = Note("\(thread).\(number)")
            guard let item = try? queue.enqueue(note, { $0.priority = priority }) else { continue }
            items.append(item)
          }
          if thread == 7 { queue.resume() }
          var count = 0
          for item in items where await item.ending == .answered(item.name) { count += 1 }
          return count
        }
      }
      return await group.reduce(0, +)
    }
    #expect(answers == 1_000)
    #expect(await clerk.most == 1)
    #expect(await Set(clerk.shown).count == 1_000)
    #expect(queue.statuses.isEmpty)
  }

  @Test func whatWaitsIsShownByPriorityAndThenByRequest() async throws {
    let clerk = Clerk()
    let queue = PresentationQueue(presenter: clerk)
    queue.suspend()
    let items = Guarded<[PresentationItem<String>]>([])
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<125 {
            let note = Note("\((thread &* 7 &+ number) % 4) \(thread).\(number)")
            let item = try? queue.enqueue(note) { $0.priority = (thread &* 7 &+ number) % 4 }
            if let item { items.withLock { $0.append(item) } }
          }
        }
      }
    }
    let all = items.withLock { $0 }
    let wanted = all.sorted {
      ($1.name.first ?? "0", $0.id) < ($0.name.first ?? "0", $1.id)
    }
    queue.resume()
    for item in all { await item.ended() }
    #expect(await clerk.shown == wanted.map(\.name))
  }

  @Test func everyRequestEndsOnceWhateverTheThreadsDo() async throws {
    let seed = testSeed()
    let clerk = Clerk()
    let queue = PresentationQueue(
      presenter: clerk, rules: [.dialogs: ChannelRules(limit: 2)])
    let condition = Condition(true)
    let owners = (0..<8).map { PresentationOwner("\($0)") }
    let endings = Guarded<[PresentationReason: Int]>([:])
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: seed &+ UInt64(thread))
          var last: [any Endable] = []
          for number in 0..<100 {
            let change = { @Sendable (options: inout PresentationOptions) in
              options.owner = number % 50 == 49 ? owners[thread] : nil
              options.group = number % 9 == 0 ? "g" : nil
              options.key = number % 5 == 0 ? "k" : nil
              options.duplicates = .counted
              options.interrupts = number % 3 == 0
              options.priority = number % 4
            }
            guard
              let item = try? queue.enqueue(
                Note("\(thread).\(number)"), after: last, when: [condition], change)
            else { continue }
            last = number % 3 == 0 ? [item] : []
            let task = Task {
              let reason = await item.ending.reason
              endings.withLock { $0[reason, default: 0] += 1 }
            }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: task.cancel()
            case 1: item.cancel()
            case 2: condition.isMet.toggle()
            case 3: queue.cancel(group: "g")
            case 4: queue.suspend()
            case 5: queue.resume()
            default: break
            }
          }
          queue.end(owners[thread])
        }
      }
    }
    queue.resume()
    condition.isMet = true
    while endings.withLock({ $0.values.reduce(0, +) }) < 800 { await Task.yield() }
    #expect(endings.withLock { $0.values.reduce(0, +) } == 800)
    #expect(queue.statuses.isEmpty)
  }
}

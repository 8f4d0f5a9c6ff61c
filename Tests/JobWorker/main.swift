import Glibc
import HikidashiPostgresStorage
import HikidashiWorkQueues

// A process of workers that tests kill: it does jobs of a file or a database, each of which appends
// its text to another file, and ends when there are none left.
//
//   JobWorker STORE LOG         ends when there are none left
//   JobWorker STORE LOG idle    stays, beside other pools that have nothing to do
//   JobWorker STORE each COUNT  adds, takes and finishes so many jobs, one by one, and writes a line
//                               to standard output after each of these

let words = CommandLine.arguments
guard words.count == 3 || words.count == 4 else { exit(2) }
if words[2] == "each" {
  let store = try SQLiteJobStore(words[1])
  let tell = { (text: String) in
    let line = Array("\(text)\n".utf8)
    guard write(STDOUT_FILENO, line, line.count) == line.count else { exit(1) }
  }
  tell("open")
  for number in 0..<(Int(words[3]) ?? 0) {
    _ = try store.add([DurableRequest(text: "job \(number)")])
    tell("added \(number)")
    let taken = try store.exchange([], take: 1, as: "each", lease: .seconds(600))
    tell("took \(number)")
    let reports = taken.jobs.map { JobReport($0.lease, .done) }
    _ = try store.exchange(reports, take: 0, as: "each", lease: .seconds(600))
    tell("finished \(number)")
  }
  exit(0)
}
let log = open(words[2], O_WRONLY | O_APPEND | O_CREAT, 0o600)
let store: any JobStore =
  words[1].hasPrefix("postgresql:")
  ? try PostgresJobStore(words[1]) : try SQLiteJobStore(words[1])
let pool = DurablePool(store: store, workers: 4, lease: .seconds(1)) { job in
  let line = Array((job.text + "\n").utf8)
  _ = line.withUnsafeBytes { write(log, $0.baseAddress, $0.count) }
}
if words.last == "idle" {
  let tasks = WorkerPool(workers: 4) { (number: Int) in number }
  let threads = WorkerPool(threads: 4) { (number: Int) in number }
  for number in 1...4 {
    _ = try await (tasks.submit(number).value, threads.submit(number).value)
  }
  let queue = BoundedQueue<Int>(capacity: 1)
  _ = await queue.elements.reduce(0, +)
  withExtendedLifetime((tasks, threads)) {}
}
while true {
  let counts = try store.counts()
  if counts[.waiting, default: 0] + counts[.taken, default: 0] == 0 { break }
  try await Task.sleep(for: .milliseconds(100))
}
try await pool.quit()

import Hikidashi

struct Unlucky: Error {}

let pool = WorkerPool<Int, Int>(name: "squares", workers: 2) { number in
  try await Task.sleep(for: .milliseconds(50))
  if number == 13 { throw Unlucky() }
  return number * number
}
App(id: "org.example.Squares") {
  Window("Squares", width: 480, height: 200) {
    Stack(.horizontal, spacing: 6) {
      Button("_Start") { for number in 1...40 { try pool.enqueue(number) } }
      Button("S_uspend") { await pool.suspend() }.enabled { pool.status.state == .running }
      Button("_Resume") { pool.resume() }.enabled { pool.status.state == .suspended }
      Button("_Cancel") { for job in pool.jobs { pool.cancel(job.id) } }
        .enabled { pool.status.queued + pool.status.running > 0 }
    }.margin(12)
    ProgressBar { pool.status.fraction }.margin(12)
    Label {
      """
      \(pool.status.done) done, \(pool.status.failed) failed, \(pool.status.cancelled) cancelled \
      of \(pool.status.total)
      """
    }
  }
}.run()

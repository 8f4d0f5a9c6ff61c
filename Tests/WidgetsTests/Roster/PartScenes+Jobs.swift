import HikidashiBase
import HikidashiWidgets
import HikidashiWorkQueues

extension PartScenes {
  var jobs: [Scene] {
    [
      Scene(name: "JobsView", width: 560, height: 460) {
        // Its time stands still, so that the times that are shown are the same each time.
        let store = MemoryJobStore(clock: ManualClock())
        var requests = ["Print", "Bind", "Fold"].map { DurableRequest(text: $0) }
        requests[0].retry.attempts = 1
        _ = try store.add(requests)
        let jobs = try store.exchange([], take: 2, as: "press 2", lease: .seconds(600)).jobs
        let problem = JobReport.Outcome.failed("there is no paper; put some in")
        let reports = jobs.prefix(1).map { JobReport($0.lease, problem) }
        _ = try store.exchange(reports, take: 0, as: "press 2", lease: .zero)
        let view = JobsView(store)
        await view.read()
        return view
      },
      Scene(name: "JobsView, empty") {
        let view = JobsView(WorkerPool(workers: 1) { (_: String) in })
        await view.read()
        return view
      },
    ]
  }
}

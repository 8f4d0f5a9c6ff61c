internal import HikidashiBase
internal import HikidashiOutlines
internal import HikidashiPresentation
public import HikidashiWorkQueues

/// A list of the jobs of a pool or a store: what runs, waits and has failed, to be tried again,
/// cancelled and forgotten.
///
/// ```swift
/// let store = try SQLiteJobStore("/home/me/jobs.db")
/// let pool = DurablePool(store: store, workers: 4) { job in try await send(job.text) }
/// Window("Jobs") { JobsView(pool) }
/// ```
///
/// Above the list stand the numbers, and a button that suspends and resumes the pool. Each row has
/// buttons, a context menu and keys for what can be done to its job: Ctrl+R tries a failed one again,
/// Delete cancels one that waits or runs and forgets one that failed, Enter shows in full what went
/// wrong. At the heading of the failed ones these concern all of them.
///
/// Jobs are read in the background, and only while the part is seen: of each section the oldest 200 at
/// first. What was read is shown once a frame at most.
public final class JobsView: Stack {
  private let model: JobsModel
  let list: OutlineView<JobRow>

  /// Shows the jobs of a store.
  ///
  /// - Parameters:
  ///   - store: The store, which this or other processes work on.
  ///   - title: Returns what a job is called, on any thread; nil for the first line of its payload.
  public convenience init(
    _ store: any JobStore, title: (@Sendable (DurableJobStatus) -> String)? = nil
  ) {
    self.init(source: StoreJobs(store: store, pool: nil, title: title))
  }

  /// Shows the jobs of a pool's store, also those that other pools have. Jobs that this pool runs show
  /// their progress, where the handler reports it to its ``/HikidashiWorkQueues/JobContext``.
  ///
  /// - Parameters:
  ///   - pool: The pool, which the part keeps.
  ///   - title: Returns what a job is called, on any thread; nil for the first line of its payload.
  public convenience init(
    _ pool: DurablePool, title: (@Sendable (DurableJobStatus) -> String)? = nil
  ) {
    self.init(source: StoreJobs(store: pool.store, pool: pool, title: title))
  }

  /// Shows the jobs of a pool.
  ///
  /// The pool keeps its failed jobs from now on, the newest 1,000, unless it keeps some already:
  /// ``/HikidashiWorkQueues/WorkerPool/failuresKept``.
  ///
  /// - Parameters:
  ///   - pool: The pool, which the part keeps.
  ///   - title: Returns what a job is called, on any thread; nil for its name, or its input where it
  ///     has none.
  public convenience init<Input: Sendable, Output: Sendable>(
    _ pool: WorkerPool<Input, Output>, title: (@Sendable (JobStatus<Input>) -> String)? = nil
  ) {
    if pool.failuresKept == 0 { pool.failuresKept = 1_000 }
    self.init(source: PoolJobs(pool: pool, title: title))
  }

  private init(source: any JobsSource) {
    let model = JobsModel(source)
    let buttons = Buttons()
    self.model = model
    let cells = Cells<JobRow> {
      JobCell(press: { buttons.press?($0, $1) }, showMore: { model.showMore($0) })
    } bind: { cell, row in
      cell.show(row.item)
    }
    list = OutlineView(Outline<JobRow>(), text: Self.name, cells: cells)
    super.init(.vertical, spacing: 0, [])
    buttons.press = { [weak self] in self?.press($0, $1) }
    append(makeHead())
    append(list)
    expand()
    list.accessibleLabel(tr("Jobs"))
    list.whenEmpty(tr("No jobs"), icon: "emblem-ok-symbolic")
    // What is read at once is shown without a word before it.
    list.visible { model.state != JobsModel.State() }
    list.rowMenu { [weak self] row in self?.menu(row.item) ?? [] }
    list.onActivate = { [weak self] row in self?.activated(row.item) }
    keepUpToDate(.part, { model.state }, apply: { [weak self] in self?.show($0) })
    // The pool's status, or how far a job is.
    follow { _ in
      _ = model.source.poolStatus
      model.readSoon()
    }
    on("map") { _ in model.begin() }
    on("unmap") { _ in model.end() }
  }

  public override func nativeDied() {
    super.nativeDied()
    model.end()
  }

  public override var accessibleNative: NativeWidget? {
    native == nil ? nil : list.accessibleNative
  }

  @discardableResult
  public override func focus() -> Bool { list.focus() }

  /// Reads the jobs once, also before the part is seen.
  package func read() async { await model.readOnce() }

  private static func name(_ row: JobRow) -> String { row.name }

  /// What the cells call, which are made before the part itself.
  @MainActor
  private final class Buttons {
    var press: (@MainActor (JobAction, JobRow) -> Void)?
  }
}

// MARK: - Head

extension JobsView {
  private func makeHead() -> Part {
    let (model, source) = (model, model.source)
    let numbers = Label { Self.words(model.state.content, source.poolStatus?.state) }
    let head = Stack(
      .horizontal, spacing: 6, [numbers.ellipsized().expand(.horizontal)])
    if source.poolStatus != nil {
      head.append(
        Button(title: { Self.isSuspended(source) ? tr("_Resume") : tr("_Suspend") }) {
          if Self.isSuspended(source) { return source.resume() }
          // It returns when what runs has ended.
          Task { await source.suspend() }
        }.enabled { ![.quitting, .ended].contains(source.poolStatus?.state) })
    }
    return head.margin(9)
  }

  private static func isSuspended(_ source: any JobsSource) -> Bool {
    [.suspending, .suspended].contains(source.poolStatus?.state)
  }

  private static func words(_ content: JobsContent?, _ state: PoolState?) -> String {
    guard let words = content?.words else { return "" }
    return switch state {
    case .suspending, .suspended: tr("Suspended: {}", words)
    case .quitting, .ended: tr("Ended: {}", words)
    case .idle, .running, nil: words
    }
  }
}

// MARK: - Rows

extension JobsView {
  private func show(_ state: JobsModel.State) {
    if let content = state.content { merge(Self.outline(content)) }
    let again: @MainActor () -> Void = { [weak self] in self?.model.readSoon() }
    let hasRows = !list.outline.isEmpty
    list.pages.showNotice(hasRows ? state.failure : nil, retry: again)
    if let failure = state.failure, !hasRows {
      list.state = .failed(failure, retry: again)
    } else if state.content == nil, state.isSlow {
      list.state = .loading
    }
  }

  /// Shows other rows. Where the job that has the keyboard has left its section, the keyboard goes to
  /// the next job there, so that one after the other can be dealt with.
  private func merge(_ outline: Outline<JobRow>) {
    let old = list.outline
    let focused = list.focusedRow.map { old.id(atRow: $0) }
    list.merge(outline)
    guard let focused, let section = old.parent(of: focused),
      outline.parent(of: focused) != section,
      let jobs = old.children(of: section), let place = jobs.firstIndex(of: focused)
    else { return }
    let others = jobs[(place + 1)...] + jobs[..<place].reversed()
    let next = others.first { list.outline.parent(of: $0) == section }
    if let row = next.flatMap({ list.outline.row(of: $0) }) { list.focus(row: row) }
  }

  private static func outline(_ content: JobsContent) -> Outline<JobRow> {
    var seen: Set<Int> = []
    var sections: [Node<JobRow>] = []
    // A job that has gone on between two readings was read twice, and the later counts.
    for group in JobGroup.allCases.reversed() {
      let count = content.count(group)
      guard count > 0 else { continue }
      let jobs = content.jobs[group] ?? []
      var nodes = jobs.filter { seen.insert($0.number).inserted }.map { entry in
        Node(
          JobRow.job(entry, group),
          id: NodeID(rawValue: UInt64(truncatingIfNeeded: entry.number)))
      }
      if count > jobs.count {
        nodes.append(
          Node(
            .more(group, count: count - jobs.count),
            id: NodeID(rawValue: .max - 8 - group.rawValue), isSelectable: false))
      }
      sections.append(
        Node(
          .heading(group, count: count), id: NodeID(rawValue: .max - group.rawValue),
          isSection: true, isOpen: true, isSelectable: false, children: nodes))
    }
    // Their ids differ.
    return (try? Outline(sections.reversed())) ?? Outline()
  }

  private func menu(_ row: JobRow) -> [Menu] {
    var lines = row.actions.map { action in
      Menu.item(
        Action("\(action)", title: row.title(of: action), shortcuts: action.shortcut) {
          [weak self] in self?.press(action, row)
        })
    }
    if case .job = row {
      let details: @MainActor () -> Void = { [weak self] in self?.activated(row) }
      let action = Action("details", title: tr("Details"), shortcuts: "<Alt>Return", run: details)
      lines += [.separator, .item(action)]
    }
    return lines
  }

  private func press(_ action: JobAction, _ row: JobRow) {
    guard case .heading(_, let count) = row, action == .forget else { return perform(action, row) }
    let forget = Choice.destructive(tr("_Forget"), id: "forget")
    let alert = Alert(
      trn("Forget {} failed job?", "Forget {} failed jobs?", count, count),
      message: tr("They cannot be tried again then."), choices: [.cancel, forget])
    guard let question = try? window?.enqueue(alert) else { return }
    Task { [weak self] in
      if try await question.answer == forget { self?.perform(action, row) }
    }
  }

  private func perform(_ action: JobAction, _ row: JobRow) {
    let title = row.title(of: action)
    Work(title: { title }) { [model] in try await model.perform(action, on: row) }.start(in: self)
  }

  private func activated(_ row: JobRow) {
    switch row {
    case .heading: break
    case .more(let group, _): model.showMore(group)
    case .job(let entry, let group):
      Task { [model, weak window] in
        var account: String
        do { account = try await model.account(of: entry.number) } catch { account = "\(error)" }
        let copy = Choice(tr("C_opy"), id: "copy")
        let details = account.isEmpty ? nil : beginning(of: account, most: 100_000)
        let alert = Alert(
          entry.title, message: entry.details(group), details: details,
          choices: details == nil ? [.close] : [.close, copy])
        if try await window?.present(alert) == copy { Clipboard.copy(account) }
      }
    }
  }
}

internal import HikidashiBase
internal import HikidashiWorkQueues

/// The SQL statements for jobs. States are `DurableJobState`'s numbers, and times are milliseconds
/// since 1970 by the server's clock, which stands still within a transaction.
enum PostgresJobSQL {
  static let channel = "hikidashi_jobs"

  private static let now = "(extract(epoch FROM now()) * 1000)::bigint"

  /// Whether the tables are there as this version has them.
  static let isMade = PostgresStatement(
    """
    SELECT EXISTS (SELECT 1 FROM pg_attribute
      WHERE attrelid = to_regclass('hikidashi_jobs') AND attname = 'stopped' AND NOT attisdropped)
    """)

  /// The condition that finds a reported job while its lease holds.
  private static let held = "state = 1 AND worker = $1 AND (id, attempts)"

  static let schema = [
    PostgresStatement("SELECT pg_advisory_xact_lock($1)", isKept: false) {
      $0.add(PostgresByteStorage.makingLock)
    },
    PostgresStatement(
      """
      CREATE TABLE IF NOT EXISTS hikidashi_jobs (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload bytea NOT NULL,
        key text COLLATE "C" UNIQUE, origin uuid NOT NULL UNIQUE, priority bigint NOT NULL,
        state smallint NOT NULL DEFAULT 0, due bigint NOT NULL, attempts bigint NOT NULL DEFAULT 0,
        most bigint NOT NULL, first bigint NOT NULL, factor double precision NOT NULL,
        longest bigint NOT NULL, worker text)
      """, isKept: false),
    PostgresStatement(
      """
      CREATE TABLE IF NOT EXISTS hikidashi_job_failures (
        number bigint GENERATED ALWAYS AS IDENTITY,
        job bigint NOT NULL REFERENCES hikidashi_jobs ON DELETE CASCADE, attempt bigint NOT NULL,
        worker text NOT NULL, problem text NOT NULL)
      """, isKept: false),
    // When the last attempt began, and when it ended: tables of older versions lack them.
    PostgresStatement(
      """
      ALTER TABLE hikidashi_jobs ADD COLUMN IF NOT EXISTS began bigint,
        ADD COLUMN IF NOT EXISTS stopped bigint
      """, isKept: false),
    index("waiting", "(priority DESC, id) WHERE state = 0"),
    index("due", "(due) WHERE state = 0"),
    index("taken", "(due) WHERE state = 1"),
    index("ended", "(state, id) WHERE state > 1"),
    PostgresStatement(
      """
      CREATE INDEX IF NOT EXISTS hikidashi_job_failures_job ON hikidashi_job_failures (job)
      """, isKept: false),
  ]

  private static func index(_ name: String, _ rest: String) -> PostgresStatement {
    PostgresStatement(
      "CREATE INDEX IF NOT EXISTS hikidashi_jobs_\(name) ON hikidashi_jobs \(rest)", isKept: false)
  }

  static let tell = PostgresStatement("SELECT pg_notify('\(channel)', '')")

  /// Adds a job; returns its row, or that of the job that has the key or was sent before.
  static func add(_ request: DurableRequest, _ origin: TransactionID) -> PostgresStatement {
    PostgresStatement(
      """
      WITH new AS (
        INSERT INTO hikidashi_jobs
          (payload, key, origin, priority, due, most, first, factor, longest)
        VALUES ($1, $2, $3, $4, \(now) + $5, $6, $7, $8, $9)
        ON CONFLICT DO NOTHING RETURNING id)
      SELECT id FROM new UNION ALL SELECT id FROM hikidashi_jobs WHERE key = $2 OR origin = $3
      LIMIT 1
      """
    ) {
      $0.add(bytes: request.payload)
      if let key = request.key { $0.add(key) } else { $0.addNull(type: 25) }
      $0.add(origin)
      $0.add(request.priority)
      $0.add(request.delay.milliseconds)
      $0.add(request.retry.attempts)
      $0.add(request.retry.first.milliseconds)
      $0.add(request.retry.factor)
      $0.add(request.retry.longest.milliseconds)
    }
  }

  static func handle(_ reports: [JobReport], of worker: String) -> [PostgresStatement] {
    var done: [JobLease] = []
    var released: [JobLease] = []
    var statements: [PostgresStatement] = []
    for report in reports {
      switch report.outcome {
      case .done: done.append(report.lease)
      case .released: released.append(report.lease)
      case .failed(let problem): statements.append(fail(report.lease, of: worker, problem))
      }
    }
    if !done.isEmpty { statements.append(change("state = 2, stopped = \(now)", done, of: worker)) }
    if !released.isEmpty {
      statements.append(
        change(
          "state = 0, attempts = attempts - 1, due = \(now), began = NULL, stopped = NULL",
          released, of: worker))
      statements.append(tell)
    }
    return statements
  }

  private static func change(
    _ what: String, _ leases: [JobLease], of worker: String
  ) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE hikidashi_jobs SET \(what)
      WHERE \(held) IN (SELECT * FROM unnest($2::bigint[], $3::bigint[]))
      """
    ) {
      $0.add(worker)
      $0.add(leases.map(\.id.number))
      $0.add(leases.map(\.attempt))
    }
  }

  private static func fail(
    _ lease: JobLease, of worker: String, _ problem: String
  ) -> PostgresStatement {
    PostgresStatement(
      """
      WITH failed AS (
        UPDATE hikidashi_jobs SET state = CASE WHEN attempts >= most THEN 3 ELSE 0 END,
          stopped = \(now), due = \(now) + least(longest, first * power(factor, least(attempts - 1, 99)))::bigint
        WHERE \(held) IN (($2, $3)) RETURNING id, attempts)
      INSERT INTO hikidashi_job_failures (job, attempt, worker, problem)
      SELECT id, attempts, $1, $4 FROM failed
      """
    ) {
      $0.add(worker)
      $0.add(lease.id.number)
      $0.add(lease.attempt)
      // A text of the server holds any character but NUL.
      $0.add(problem.replacing("\0", with: "\u{FFFD}"))
    }
  }

  static let giveUpLost = PostgresStatement(
    """
    WITH lost AS (
      SELECT id FROM hikidashi_jobs WHERE state = 1 AND due <= \(now)
      ORDER BY due LIMIT 1000 FOR UPDATE SKIP LOCKED),
    failed AS (
      UPDATE hikidashi_jobs AS job
      SET state = CASE WHEN attempts >= most THEN 3 ELSE 0 END, due = \(now), stopped = \(now)
      FROM lost WHERE job.id = lost.id RETURNING job.id, attempts, worker)
    INSERT INTO hikidashi_job_failures (job, attempt, worker, problem)
    SELECT id, attempts, worker, '\(JobLease.lostProblem)' FROM failed
    """)

  static func take(_ most: Int, as worker: String, _ lease: Duration) -> PostgresStatement {
    PostgresStatement(
      """
      WITH next AS (
        SELECT id FROM hikidashi_jobs WHERE state = 0 AND due <= \(now)
        ORDER BY priority DESC, id LIMIT $1 FOR UPDATE SKIP LOCKED)
      UPDATE hikidashi_jobs AS job
      SET state = 1, attempts = attempts + 1, worker = $2, due = \(now) + $3, began = \(now),
        stopped = NULL
      FROM next WHERE job.id = next.id RETURNING job.id, attempts, payload, key, priority
      """
    ) {
      $0.add(most)
      $0.add(worker)
      $0.add(lease.milliseconds)
    }
  }

  static func jobs(_ found: PostgresResult) -> [DurableJob] {
    // `RETURNING` gives rows in no order.
    let rows = (0..<found.rows).sorted {
      (found.int($1, 4), found.int($0, 0)) < (found.int($0, 4), found.int($1, 0))
    }
    return rows.map { row in
      let lease = JobLease(id: DurableJobID(found.int(row, 0)), attempt: found.int(row, 1))
      let key = found.isNull(row, 3) ? nil : found.string(row, 3)
      return DurableJob(lease: lease, payload: found.array(row, 2), key: key)
    }
  }

  static let next = PostgresStatement(
    """
    SELECT least(
      (SELECT min(due) FROM hikidashi_jobs WHERE state = 0),
      (SELECT min(due) FROM hikidashi_jobs WHERE state = 1)) - \(now)
    """)

  static func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE hikidashi_jobs SET due = \(now) + $4
      WHERE \(held) IN (SELECT * FROM unnest($2::bigint[], $3::bigint[])) RETURNING id, attempts
      """
    ) {
      $0.add(worker)
      $0.add(leases.map(\.id.number))
      $0.add(leases.map(\.attempt))
      $0.add(lease.milliseconds)
    }
  }

  static let counts = PostgresStatement(
    "SELECT state, count(*) FROM hikidashi_jobs GROUP BY state")

  static func retry(_ id: DurableJobID) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE hikidashi_jobs SET state = 0, attempts = 0, due = \(now)
      WHERE id = $1 AND state IN (3, 4)
      """
    ) { $0.add(id.number) }
  }

  static func retryAll(_ state: DurableJobState) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE hikidashi_jobs SET state = 0, attempts = 0, due = \(now)
      WHERE state > 1 AND state = $1 AND state IN (3, 4)
      """
    ) { $0.add(state.rawValue) }
  }

  static func cancel(_ id: DurableJobID) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE hikidashi_jobs
      SET state = 4, stopped = CASE WHEN state = 1 THEN \(now) ELSE stopped END
      WHERE id = $1 AND state IN (0, 1)
      """
    ) { $0.add(id.number) }
  }

  static func forget(_ id: DurableJobID) -> PostgresStatement {
    PostgresStatement("DELETE FROM hikidashi_jobs WHERE id = $1 AND state > 1") {
      $0.add(id.number)
    }
  }

  static func forgetAll(_ state: DurableJobState) -> PostgresStatement {
    PostgresStatement("DELETE FROM hikidashi_jobs WHERE state > 1 AND state = $1") {
      $0.add(state.rawValue)
    }
  }

  /// Removes all jobs if every one has ended; the last statement returns whether none is left, as a
  /// job may be added or retried meanwhile.
  static let clear = [
    PostgresStatement(
      """
      DELETE FROM hikidashi_jobs WHERE state > 1
      AND NOT EXISTS (SELECT 1 FROM hikidashi_jobs WHERE state = 0)
      AND NOT EXISTS (SELECT 1 FROM hikidashi_jobs WHERE state = 1)
      """),
    PostgresStatement("SELECT NOT EXISTS (SELECT 1 FROM hikidashi_jobs)"),
  ]

  /// Reads the jobs, each with its failures, and the time of the server.
  static func statuses(
    _ state: DurableJobState?, _ first: DurableJobID?, _ limit: Int
  ) -> [PostgresStatement] {
    // Written out, so that the index of the jobs of the state is used.
    let isOfState = state.map { "state = \($0.rawValue)" + ($0.isEnded ? " AND state > 1" : "") }
    let wanted = "id >= $1 AND \(isOfState ?? "true") ORDER BY id LIMIT $2"
    let bind = { (arguments: inout PostgresArguments) in
      arguments.add(first?.number ?? 0)
      arguments.add(limit)
    }
    return [
      PostgresStatement(
        """
        SELECT id, payload, key, state, attempts, worker, due, began, stopped, \(now)
        FROM hikidashi_jobs WHERE \(wanted)
        """, bind),
      PostgresStatement(
        """
        SELECT job, attempt, worker, problem FROM hikidashi_job_failures
        WHERE job IN (SELECT id FROM hikidashi_jobs WHERE \(wanted)) ORDER BY number
        """, bind),
    ]
  }

  static func statuses(
    _ found: PostgresResult, failures: PostgresResult
  ) -> [DurableJobStatus] {
    var histories: [Int: [DurableJobStatus.Failure]] = [:]
    for row in 0..<failures.rows {
      histories[failures.int(row, 0), default: []].append(
        .init(
          attempt: failures.int(row, 1), worker: failures.string(row, 2),
          problem: failures.string(row, 3)))
    }
    return (0..<found.rows).map { row in
      DurableJobStatus(
        id: DurableJobID(found.int(row, 0)), payload: found.array(row, 1),
        key: found.isNull(row, 2) ? nil : found.string(row, 2),
        state: DurableJobState(rawValue: found.int(row, 3)) ?? .dead, attempts: found.int(row, 4),
        worker: found.isNull(row, 5) ? nil : found.string(row, 5),
        history: histories[found.int(row, 0)] ?? [],
        times: DurableJobTimes(
          due: .milliseconds(found.int(row, 6)), began: time(found, row, 7),
          stopped: time(found, row, 8)),
        at: .milliseconds(found.int(row, 9)))
    }
  }

  private static func time(_ found: PostgresResult, _ row: Int, _ column: Int) -> Duration? {
    found.isNull(row, column) ? nil : .milliseconds(found.int(row, column))
  }
}

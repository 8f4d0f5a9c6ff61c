/// The tables of a file of jobs. States are ``DurableJobState``'s numbers, times milliseconds.
enum JobSQL {
  static let version = 2

  /// The tables as the first version has them, to which ``times`` are added.
  static let schema = """
    CREATE TABLE job (
      id INTEGER PRIMARY KEY AUTOINCREMENT, payload BLOB NOT NULL, key TEXT UNIQUE,
      priority INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0, most INTEGER NOT NULL, first INTEGER NOT NULL,
      factor REAL NOT NULL, longest INTEGER NOT NULL, worker TEXT);
    CREATE INDEX job_waiting ON job (priority DESC, id) WHERE state = 0;
    CREATE INDEX job_due ON job (due) WHERE state = 0;
    CREATE INDEX job_taken ON job (due) WHERE state = 1;
    CREATE INDEX job_ended ON job (state, id) WHERE state > 1;
    CREATE TABLE job_failure (
      job INTEGER NOT NULL REFERENCES job (id), attempt INTEGER NOT NULL, worker TEXT NOT NULL,
      problem TEXT NOT NULL);
    CREATE INDEX job_failure_job ON job_failure (job);
    """

  /// When the last attempt of a job began, and when it ended: since the second version.
  static let times = """
    ALTER TABLE job ADD COLUMN began INTEGER;
    ALTER TABLE job ADD COLUMN stopped INTEGER;
    """

  static let insert = """
    INSERT INTO job (payload, key, priority, due, most, first, factor, longest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """

  static let take = """
    UPDATE job SET state = 1, attempts = attempts + 1, worker = ?, due = ?, began = ?,
      stopped = NULL
    WHERE id IN (
      SELECT id FROM job WHERE state = 0 AND due <= ? ORDER BY priority DESC, id LIMIT ?)
    RETURNING id, attempts, payload, key, priority
    """

  static let lost = """
    SELECT id, attempts, worker FROM job WHERE state = 1 AND due <= ? ORDER BY due, id
    """

  static let next = """
    SELECT min(due) FROM (
      SELECT min(due) AS due FROM job WHERE state = 0
      UNION ALL SELECT min(due) FROM job WHERE state = 1)
    """

  /// The jobs of one state from an ID on, or of any (nil).
  static func statuses(_ state: DurableJobState?) -> String {
    let found =
      state.map { state in
        """
        id IN (SELECT id FROM job \(index(of: state)) AND id >= ? ORDER BY id LIMIT ?)
        ORDER BY id
        """
      } ?? "id >= ? ORDER BY id LIMIT ?"
    return """
      SELECT id, payload, key, state, attempts, worker, due, began, stopped FROM job
      WHERE \(found)
      """
  }

  static let counts = """
    SELECT 0, count(*) FROM job \(index(of: .waiting))
    UNION ALL SELECT 1, count(*) FROM job \(index(of: .taken))
    UNION ALL SELECT state, count(*) FROM job WHERE state > 1 GROUP BY state
    """

  /// The jobs of a state, by their own index: all the others may be millions. SQLite looks through
  /// those unless it is told which, or finds the condition of the index word by word.
  private static func index(of state: DurableJobState) -> String {
    switch state {
    case .waiting: "INDEXED BY job_waiting WHERE state = 0"
    case .taken: "INDEXED BY job_taken WHERE state = 1"
    case .done, .dead, .cancelled: "WHERE state > 1 AND state = \(state.rawValue)"
    }
  }

  static let retry = "UPDATE job SET state = 0, attempts = 0, due = ? WHERE"

  /// A job that can be tried again.
  static let isStopped = "state > 1 AND state IN (3, 4)"

  static let cancel = """
    UPDATE job SET state = 4, stopped = CASE WHEN state = 1 THEN ? ELSE stopped END
    WHERE id = ? AND state IN (0, 1)
    """

  /// The failures of one job that has ended.
  static let forgetFailures = """
    DELETE FROM job_failure WHERE job = (SELECT id FROM job WHERE id = ? AND state > 1)
    """

  /// The failures of all jobs of a state in which they have ended.
  static let forgetAllFailures = """
    DELETE FROM job_failure WHERE job IN (SELECT id FROM job WHERE state > 1 AND state = ?)
    """
}

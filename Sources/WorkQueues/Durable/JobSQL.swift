/// The tables of a file of jobs. States are ``DurableJobState``'s numbers, times milliseconds.
enum JobSQL {
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

  static let insert = """
    INSERT INTO job (payload, key, priority, due, most, first, factor, longest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """

  static let take = """
    UPDATE job SET state = 1, attempts = attempts + 1, worker = ?, due = ?
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

  static let statuses = """
    SELECT id, payload, key, state, attempts, worker FROM job
    WHERE id >= ? AND (? < 0 OR state = ?) ORDER BY id LIMIT ?
    """
}

/// What a pool knows of a job that has not ended, at a moment.
public struct JobStatus<Input: Sendable>: Sendable, Identifiable {
  public let id: JobID
  public let input: Input
  public let options: JobOptions
  public let state: JobState
  /// How often it was begun.
  public let attempts: Int
}

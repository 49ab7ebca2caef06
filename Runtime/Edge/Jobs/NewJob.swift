public import FoundationEssentials

/// A job to enqueue, with checked values.
public struct NewJob: Sendable {
  /// The function's name.
  public let function: String
  /// The input as JSON; empty for none.
  public let payload: [UInt8]
  /// The rules for the function's jobs.
  public let policy: QueuePolicy
  /// When to run it; nil is now, and so is a date that has passed.
  public let runAt: Date?
  /// The priority, 0 to 9. Lower numbers run first.
  public let priority: Int
  /// The unique key, 1 to 255 bytes of UTF-8 without U+0000: only one unfinished job of the function has it.
  /// ``QueuePolicy/unique`` says how long it counts after the job's end.
  public let key: String?
  /// The run that enqueues it; nil if unknown.
  public private(set) var origin: JobOrigin?

  /// The largest payload in bytes.
  public static let maximumPayload = 1 << 20

  /// Creates a job.
  ///
  /// - Throws: ``FunctionError`` 400 `VALIDATION_ERROR` for a payload above ``maximumPayload``, a key that does not
  ///   have 1 to 255 bytes or has U+0000, or a priority that is not 0 to 9.
  public init(
    function: String, payload: [UInt8], policy: QueuePolicy, runAt: Date?, priority: Int, key: String?,
    origin: JobOrigin? = nil
  ) throws(FunctionError) {
    guard payload.count <= Self.maximumPayload else {
      throw .validation("The input of \(function) has \(payload.count) bytes: expected at most \(Self.maximumPayload)")
    }
    guard (0...9).contains(priority) else {
      throw .validation("The priority of \(function) is \(priority): expected 0 to 9")
    }
    if let key, key.isEmpty || key.utf8.count > 255 {
      throw .validation("The key of \(function) has \(key.utf8.count) bytes: expected 1 to 255")
    }
    // Postgres stores no text with it.
    if let key, key.utf8.contains(0) {
      throw .validation("The key of \(function) has the character U+0000, which no key may have")
    }
    self.function = function
    self.payload = payload
    self.policy = policy
    self.runAt = runAt
    self.priority = priority
    self.key = key
    self.origin = origin
  }

  /// The job with another origin.
  package func enqueued(by origin: JobOrigin) -> NewJob {
    var job = self
    job.origin = origin
    return job
  }
}

public import Foundation

/// A job as it is put into the queue, checked.
public struct NewJob: Sendable {
  /// What to run.
  public let function: String
  /// The input as JSON; empty for none.
  public let payload: [UInt8]
  /// The function's rules.
  public let policy: QueuePolicy
  /// When to run it; nil: now.
  public let runAt: Date?
  /// 0 to 9, lower ones first.
  public let priority: Int
  /// Of the unfinished jobs of the function, only one has this key; ``QueuePolicy/unique`` says for how long it counts after the end.
  public let key: String?
  /// The run that enqueues it; nil if it is not known.
  public let origin: JobOrigin?

  /// The most bytes of a payload.
  public static let maximumPayload = 1 << 20

  /// Checks a job.
  ///
  /// - Throws: ``FunctionError`` for a payload, a key or a priority out of bounds.
  public init(
    function: String, payload: [UInt8], policy: QueuePolicy, runAt: Date?, priority: Int, key: String?,
    origin: JobOrigin? = nil
  ) throws(FunctionError) {
    guard payload.count <= Self.maximumPayload else {
      throw .validation("The input of \(function) has \(payload.count) bytes: at most \(Self.maximumPayload) can wait")
    }
    guard (0...9).contains(priority) else {
      throw .validation("The priority of \(function) is \(priority): expected 0 to 9")
    }
    if let key, key.isEmpty || key.utf8.count > 255 {
      throw .validation("The key of \(function) has \(key.utf8.count) bytes: expected 1 to 255")
    }
    self.function = function
    self.payload = payload
    self.policy = policy
    self.runAt = runAt
    self.priority = priority
    self.key = key
    self.origin = origin
  }
}

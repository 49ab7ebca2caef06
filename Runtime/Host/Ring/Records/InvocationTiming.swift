/// The parts of an invocation's time, in microseconds. A part that was not measured is nil.
package struct InvocationTiming: Sendable, Hashable, Codable {
  /// The time from the request's arrival to the end of its response.
  package let total: Int
  /// The time that it waited for a worker.
  @MeasuredTime package var waited: Int? = nil
  /// The time from the call of the handler to its response, without the wait for a worker.
  @MeasuredTime package var handler: Int? = nil
  /// The time in which at least one statement of its handler ran.
  @MeasuredTime package var database: Int? = nil
  /// The time in which at least one call of its handler to another server, notification or use of the storage ran.
  @MeasuredTime package var calls: Int? = nil
  /// The time from the handler's response to its last byte.
  @MeasuredTime package var response: Int? = nil
  /// The CPU time that it used.
  @MeasuredTime package var cpu: Int? = nil

  package init(total: Int) { self.total = total }

  /// Whether no part was too long to be stored.
  package var isComplete: Bool { total <= MeasuredTime.longest }
}

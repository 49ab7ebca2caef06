package import Edge

/// The part of a bundle that a call runs.
package enum CallTarget: Sendable, Hashable {
  /// A function, by its name.
  case function(String)
  /// A database function, by its name.
  case procedure(String)
  /// The function of a route, by the route's place in the manifest.
  case route(Int)
  /// A job, by its name, with the ages that the host has configured: the job's own if both are nil.
  case job(String, olderThan: Duration?, days: [String: Int]?)
  /// The seed, with the host's UTC day.
  case seed(CalendarDay)
  /// The check of an input for the queue, and its unique key. The input is the request's body.
  case queueKey(String)
}

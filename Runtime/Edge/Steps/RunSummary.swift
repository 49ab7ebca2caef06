/// The steps of a run, and the time that they took.
package struct RunSummary: Sendable, Hashable {
  /// The steps that were kept, in the order of their begin.
  package let operations: [RunOperation]
  package let dropped: Int
  /// The time in which at least one statement ran, in microseconds.
  package let database: Int
  /// The time in which at least one call to another server, notification or use of the storage ran, in microseconds.
  package let calls: Int
}

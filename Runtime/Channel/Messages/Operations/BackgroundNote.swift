/// A note of the exchange of background work, from the worker.
package enum BackgroundNote: UInt8, Sendable, Hashable {
  /// The work has ended.
  case ended = 1
}

/// A note of the exchange of background work.
package enum BackgroundNote: UInt8, Message, Hashable {
  /// From the worker: the work has ended.
  case ended = 1
  /// From the host: the work is to be cancelled, at the end of the host's grace period.
  case cancel = 2
}

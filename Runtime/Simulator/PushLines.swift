/// The destination of the log line for each push.
package enum PushLines: Sendable {
  /// The logger, at level info.
  case logger
  /// A closure that is called on the simulator's thread. It must not block.
  case writer(@Sendable (String) -> Void)
  case none
}

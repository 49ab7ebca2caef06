/// Something whose changes the pages show.
protocol ChangeSource: Sendable {
  /// The number of the last change.
  var position: UInt64 { get }
  /// Waits for a change after the given one, or until the task is cancelled.
  ///
  /// - Returns: the number of the last change.
  func change(after position: UInt64) async -> UInt64
}

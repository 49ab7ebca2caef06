extension EventRing {
  /// Follows the ring from now on.
  ///
  /// - Parameter bufferSize: the most records of one batch. If more were added since the last one, the oldest are
  ///   skipped and counted in ``EventBatch/missed``.
  package func tail(bufferSize: Int = 1024) -> EventTail { EventTail(of: self, bufferSize: bufferSize) }
}

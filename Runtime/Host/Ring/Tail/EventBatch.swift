/// Events that a follower of ``EventRing`` gets at once, the oldest first.
package struct EventBatch: Sendable, Hashable {
  package let events: [RingEvent]
  /// The number of events before these that were skipped, since the follower was too slow for its buffer. If it is not
  /// 0, a list that shows all events is to be read anew.
  package let missed: Int
}

import NIOCore

/// One call of a group, as its state machine knows it.
package struct GroupCall: Sendable, Hashable {
  /// The number of a call, unique within its group.
  package typealias ID = UInt64

  /// The most workers that may end before the call has begun, until the call is given up.
  static let maximumMoves = 3
  /// The most workers that may end at boot while the call waits for one, until the call is given up.
  static let maximumBoots = 2

  package let id: ID
  package private(set) var lane = 0
  /// The end of its wait for a place.
  var waitsUntil = NIODeadline.distantFuture
  /// The workers that ended before they had begun the call.
  var moves = 0
  /// The workers that ended at boot while the call waited.
  var boots = 0
}

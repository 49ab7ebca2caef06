import Database

/// The server's results of one round trip, or the error that lost them.
struct RoundTripReply: Sendable {
  var slots: [ResultSlot]
  /// One result for each slot; fewer when the connection was lost.
  var results: [ServerResult]
  var interruption: Interruption?
  /// The error when the connection was lost.
  var loss: DatabaseError?
  /// Whether any part of the round trip may have reached the server.
  var wasSent = true
}

/// The round trips that a connection has ended, with their replies.
struct EndedRoundTrips {
  var replies: [(RoundTrip, RoundTripReply)] = []
  /// Whether they ended because the connection is closed.
  var isLost = false
}

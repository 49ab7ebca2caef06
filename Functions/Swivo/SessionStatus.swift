import Edge

/// Where a session stands: nobody likes or joins once it is no longer open.
enum SessionStatus: String, SQLValue, Encodable {
  case open, matched, closed
}

import Edge

/// The state of a session. Likes and joins need an open one.
enum SessionStatus: String, SQLValue, Codable, CaseIterable {
  case open, matched, closed
}

import FoundationEssentials
import Worker

struct Like: Codable, Sendable {
  let sessionID: UUID
  let optionID: UUID

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case optionID = "option_id"
  }
}

struct LikeAnswer: Codable, Sendable {
  let success: Bool
  let matchFound: Bool

  enum CodingKeys: String, CodingKey {
    case success
    case matchFound = "match_found"
  }
}

/// A typed call without a database: the cost of a call by itself. The example package has the same function inline.
let benchLike = Function("bench_like", access: .user) { (like: Like, context) in
  LikeAnswer(success: true, matchFound: like.sessionID == like.optionID)
}

/// Functions that have a worker each.
let warm: [any Endpoint] = (1...20).map { number in
  Function("bench_warm_\(number)", access: .user) { (like: Like, context) in
    LikeAnswer(success: true, matchFound: like.sessionID == like.optionID)
  }
}

await Bundle("bench", functions: [benchLike] + warm).main()

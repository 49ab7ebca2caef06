import Swiftlet

/// A typed function that writes two lines of the log: their cost, and the cost of reading the log.
let benchLog = Function("bench_log", access: .user) { (like: Like, context) in
  context.logger.info("A like is looked at", metadata: ["option": "\(like.optionID)"])
  context.logger.info("A like was looked at", metadata: ["session": "\(like.sessionID)"])
  return LikeAnswer(success: true, matchFound: like.sessionID == like.optionID)
}

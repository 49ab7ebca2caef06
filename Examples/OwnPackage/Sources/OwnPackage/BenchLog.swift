import Swiftlet

/// The typed call with two lines of the log: what they cost, and what a reader of the log costs.
let benchLog = Function("bench_log", access: .user) { (like: Like, context) in
  context.logger.info("A like is looked at", metadata: ["option": "\(like.optionID)"])
  context.logger.info("A like was looked at", metadata: ["session": "\(like.sessionID)"])
  return LikeAnswer(success: true, matchFound: like.sessionID == like.optionID)
}

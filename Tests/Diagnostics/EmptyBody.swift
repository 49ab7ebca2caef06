import Swiftlet

struct Like: Codable { let id: Int }

// error: 'init(_:access:_:)' is unavailable: a typed handler returns an Encodable value, or NoContent() for an answer
// without a body
let empty = Function("like", access: .user) { (like: Like, context) in
}

let withoutResult = Function("like", access: .user) { (like: Like, context) in
  try await context.database.execute("DELETE FROM likes WHERE id = \(like.id)")
  context.logger.info("Deleted")
}

// error: 'init(_:_:)' is unavailable: a typed handler returns an Encodable value, or NoContent() for an answer without
// a body
let verified = Function("all") { context in
  context.logger.info("Called")
}

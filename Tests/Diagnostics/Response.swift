import Swiftlet

struct Like: Codable { let id: Int }

// error: 'init(_:access:_:)' is unavailable: a typed handler returns an Encodable value; to make a Response, use
// Function.raw(_:access:_:)
let withInput = Function("like", access: .user) { (like: Like, context) in
  guard like.id > 0 else { return Response.text("No such like", status: .notFound) }
  return try Response.json(["id": like.id])
}

let withoutInput = Function("all", access: .user) { context in Response.noContent }

// error: 'init(_:_:)' is unavailable: a typed handler returns an Encodable value; to make a Response, use
// Function.raw(_:access:_:)
let verified = Function("like") { (like: Like, context) in Response.noContent }
let verifiedWithoutInput = Function("all") { context in Response.noContent }

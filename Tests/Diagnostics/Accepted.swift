import Edge

struct Like: Codable { let id: Int }

let explicit = Function("like", access: .user) { (like: Like, context) -> [String: Int] in
  guard like.id > 0 else { throw FunctionError.validation("An id is positive") }
  return ["id": like.id]
}
let inferred = Function("like") { (like: Like, context) in ["id": like.id] }
let withoutInput = Function("all", access: .anyone) { context in "text" }
let none = Function("none", access: .anyone) { context in NoContent() }
let several = Function("several", access: .serviceRole) { (like: Like, context) in
  try await context.database.execute("DELETE FROM likes WHERE id = \(like.id)")
  return NoContent()
}

// An author who imports Edge alone has the buffer of the bodies.
let raw = Function.raw("raw", access: .anyone) { request, context in
  let body = try await request.body.collect(upTo: 1 << 10)
  var answer = ByteBuffer(string: "Read: ")
  answer.writeInteger(UInt8(ascii: "\""))
  answer.writeImmutableBuffer(body)
  return Response(body: ResponseBody(answer))
}

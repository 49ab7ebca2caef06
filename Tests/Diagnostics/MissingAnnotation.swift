import Swiftlet

struct Like: Codable { let id: Int, name: String }

// error: 'init(_:access:_:)' is unavailable: the handler's first parameter needs its type: { (like: Like, context) in …
// }
let one = Function("like", access: .user) { like, context in
  let next = like.id + 1
  return ["id": next]
}

// error: 'init(_:_:)' is unavailable: the handler's first parameter needs its type: { (like: Like, context) in … }
let verified = Function("like") { like, context in
  guard like.id > 0 else { throw FunctionError.validation("An id is positive") }
  return ["message": "Hello \(like.name)"]
}

import Swiftlet

struct Like: Codable { let id: Int }

// What the compiler says of other mistakes is about the mistake.
let member = Function("like", access: .user) { (like: Like, context) in
  // error: value of type 'Like' has no member 'number'
  ["id": like.number]
}

// error: type 'Access' has no member 'usr'
let access = Function("like", access: .usr) { (like: Like, context) in ["id": like.id] }

let undeclared = Function("like", access: .user) { (like: Like, context) in
  // error: cannot find 'row' in scope
  return ["id": row.id]
}

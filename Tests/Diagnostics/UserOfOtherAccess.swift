import Swiftlet

// error: 'userID' is unavailable: a .verified function, the default, also admits the anon key, which has no user:
// declare access: .user
let verified = Function("likes") { context in ["user": context.userID] }

// error: 'userID' is unavailable: a .serviceRole function and a job are not called by a user: take the user's id as
// input
let service = Function("likes", access: .serviceRole) { (like: Int, context) in
  let user = context.userID
  return ["user": user]
}

let job = Job("likes", every: "@daily") { context in
  _ = context.userID
}

// error: 'userID' is unavailable: an .anyone function has no user: declare access: .user
let open = Function("likes", access: .anyone) { context in ["user": context.userID] }

import Edge

struct Greeting: Encodable, Sendable {
  let message: String
}

/// Greets every caller.
let hello = Function("hello", access: .anyone) { context in Greeting(message: "Hello from a worker") }

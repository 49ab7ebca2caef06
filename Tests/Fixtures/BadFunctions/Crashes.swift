import Foundation
import Worker

/// Traps: an index beyond an array's end.
let trap = Function.raw("trap", access: .anyone) { request, _ in
  let numbers = [1, 2, 3]
  return .text("\(numbers[Int(request.query("index") ?? "") ?? 3])")
}

/// Unwraps a value that is nil, as `!` does.
let nilUnwrap = Function.raw("nil_unwrap", access: .anyone) { request, _ in
  guard let value = request.query("missing") else {
    preconditionFailure("Unexpectedly found nil while unwrapping an Optional value")
  }
  return .text(value)
}

/// Calls itself until the stack is full.
let recursion = Function.raw("recursion", access: .anyone) { request, _ in
  .text("\(depth(of: request.query("start").flatMap { Int($0) } ?? 0))")
}

private func depth(of level: Int) -> Int {
  // The product and the sum keep the optimizer from making a loop of it.
  level < 0 ? 0 : depth(of: level &+ 1) &* 31 &+ level.nonzeroBitCount
}

/// Ends the process as if all was well.
let exits = Function.raw("exits", access: .anyone) { _, _ in exit(0) }

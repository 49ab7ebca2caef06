import Foundation
import Swiftlet

/// Keeps its thread, and does not heed its cancellation: `?ms=500`.
let block = Function.raw("block", access: .anyone) { request, _ in
  let milliseconds = request.query("ms").flatMap { Int($0) } ?? 500
  Thread.sleep(forTimeInterval: Double(min(max(milliseconds, 0), 600_000)) / 1000)
  return .text("unblocked")
}

/// Ends the whole process, `?how=` says by which fault of a handler.
let crash = Function.raw("crash", access: .anyone) { request, _ in
  switch request.query("how") {
  case "recursion": return .text("\(descend(0))")
  case "abort": abort()
  case "child":
    // In a task of its own on another thread, as `async let` makes it.
    async let number = outOfRange()
    return .text("\(await number)")
  default: return .text("\(await outOfRange())")
  }
}

/// Traps, as a handler's index out of range does.
@Sendable func outOfRange() async -> Int {
  let none: [Int] = []
  await Task.yield()
  return none[1]
}

/// Calls itself until its stack is used up.
@inline(never) private func descend(_ level: Int) -> Int { level == .max ? level : max(descend(level + 1), level) }

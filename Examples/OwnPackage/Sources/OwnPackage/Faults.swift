import Foundation
import Swiftlet

/// Ends the whole process, `?how=` says by which fault of a handler.
let crash = Function.raw("crash", access: .anyone) { request, _ in
  switch request.query("how") {
  case "recursion": return .text("\(descend(from: Level(above: nil)))")
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
@inline(never) private func descend(from level: Level) -> Int {
  let next = Level(above: level)
  // Used after the call, so that this is no loop.
  defer { withExtendedLifetime(next) {} }
  return level.number == .max ? level.number : descend(from: next)
}

private final class Level {
  let number: Int
  private let above: Level?

  init(above: Level?) {
    self.above = above
    number = (above?.number ?? 0) + 1
  }
}

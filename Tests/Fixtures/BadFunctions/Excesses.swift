import Foundation
import Worker

/// Computes without an end.
let spin = Function.raw("spin", access: .anyone) { request, _ in
  var number = UInt64(request.query("start") ?? "") ?? 1
  while number != 0 { number = number &* 6_364_136_223_846_793_005 | 1 }
  return .text("\(number)")
}

/// Takes memory without an end, and uses it.
let allocate = Function.raw("allocate", access: .anyone) { _, _ in
  var held: [[UInt8]] = []
  while true { held.append([UInt8](repeating: UInt8(truncatingIfNeeded: held.count), count: 1 << 20)) }
}

/// Blocks its thread: `?s=3600`.
let blockingSleep = Function.raw("blocking_sleep", access: .anyone) { request, _ in
  var seconds = request.query("s").flatMap { UInt32($0) } ?? 3600
  while seconds > 0 { seconds = sleep(seconds) }
  return .text("awake")
}

/// Logs `?lines=100000` lines.
let logFlood = Function.raw("log_flood", access: .anyone) { request, context in
  let lines = request.query("lines").flatMap { Int($0) } ?? 100_000
  let text = String(repeating: "flood ", count: 5000)
  for line in 0..<lines { context.logger.info("\(line) \(text)") }
  return .text("\(lines)")
}

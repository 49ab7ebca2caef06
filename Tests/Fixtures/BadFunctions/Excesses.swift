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

/// Answers, and leaves a task behind that computes without an end.
let leftBehind = Function.raw("left_behind", access: .anyone) { _, _ in
  Task.detached {
    var number: UInt64 = 1
    while number != 0 { number = number &* 6_364_136_223_846_793_005 | 1 }
    return number
  }
  return .text("left")
}

/// Writes temporary files, up to `?mib=8192`.
let fillsDisk = Function.raw("fills_disk", access: .anyone) { request, _ in
  let folder = FileManager.default.temporaryDirectory
  let bytes = Data(repeating: 1, count: 16 << 20)
  for number in 0..<(request.query("mib").flatMap { Int($0) } ?? 8192) / 16 {
    try bytes.write(to: folder.appending(path: "\(number)"))
    try await Task.sleep(for: .milliseconds(5))
  }
  return .text("written")
}

/// Starts 600 threads that do nothing, and waits.
let manyThreads = Function.raw("many_threads", access: .anyone) { _, _ in
  for _ in 0..<600 {
    let thread = Thread { while true { sleep(3600) } }
    // The stacks count as memory.
    thread.stackSize = 64 << 10
    thread.start()
  }
  try await Task.sleep(for: .seconds(3600))
  return .text("waited")
}

/// Runs a statement that has no end, on a reader or, with `?writes=1`, in a transaction.
let endlessStatement = Function.raw("endless_statement", access: .anyone) { request, context in
  let statement: SQL = """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT count(*) FROM numbers
    """
  if request.query("writes") == nil {
    _ = try await context.database.query(statement)
  } else {
    try await context.database.execute(statement)
  }
  return .text("counted")
}

/// Computes until its deadline.
let spinUntilDeadline = Function.raw("spin_until_deadline", access: .anyone) { _, context in
  var number: UInt64 = 1
  while context.clock.now < context.deadline {
    for _ in 0..<10_000 { number = number &* 6_364_136_223_846_793_005 | 1 }
  }
  return .text("\(number)")
}

/// Opens files without an end, and answers how many it got.
let opensFiles = Function.raw("opens_files", access: .anyone) { _, _ in
  var files: [FileHandle] = []
  while let file = FileHandle(forReadingAtPath: "/dev/null") { files.append(file) }
  return .text("\(files.count)")
}

/// Gets `?url=`, and answers the status or the error's code.
let fetches = Function.raw("fetches", access: .anyone) { request, context in
  do {
    return .text("\(try await context.http.get(request.query("url") ?? "").status.code)")
  } catch let error as HTTPClientError {
    return .text("\(error.code)")
  }
}

import Foundation
import Host
import Logging

// What it costs to record a call and a line of the log in the ring that the console shows, without a host: the
// microseconds of CPU of each, as JSON.
let count = 1_000_000
let ring = EventRing()
let now = Date()
let ids = (0..<1024).map { _ in UUID() }

/// The microseconds of CPU of one of many calls; the best of five turns, since other processes share the cores.
func microseconds(_ operation: (Int) -> Void) -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    let began = clock()
    for number in 0..<count { operation(number) }
    best = min(best, Double(clock() - began) / Double(CLOCKS_PER_SEC) / Double(count) * 1_000_000)
  }
  return best
}

let call = microseconds { number in
  var record = InvocationRecord(
    time: now, id: ids[number & 1023], function: "bench_like", status: 200, timing: InvocationTiming(total: 40))
  record.method = "POST"
  record.path = "/functions/v1/bench_like"
  record.role = "authenticated"
  record.user = ids[(number >> 4) & 1023]
  record.client = "127.0.0.1"
  ring.add(record)
}
let line = microseconds { number in
  ring.add(
    LogRecord(
      time: now, level: .info, message: "A line of some length, as functions write them", function: "bench_log",
      invocation: ids[number & 1023], fields: [.init("number", "17")]))
}
print("{\"call_us\": \(call), \"line_us\": \(line)}")

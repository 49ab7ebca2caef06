import Foundation

// The queue, the scheduler and the expressions in one process, as JSON. A scale of 0.1 is a quick look.
//   jobs-benchmark <folder> [<scale> [latency | enqueueing | draining | schedules]]
// Parts of it on a Postgres database that is empty but for what `prepare` made, for Benchmarks/queues.py:
//   jobs-benchmark --database <url> latency | enqueueing [<scale>]
//   jobs-benchmark --database <url> prepare | host | steady <jobs per second>
let arguments = Array(CommandLine.arguments.dropFirst())

func stop() -> Never {
  FileHandle.standardError.write(Data("jobs-benchmark: see Benchmarks/Jobs/main.swift for what to say\n".utf8))
  exit(64)
}

func number(_ index: Int) -> Double? { arguments.count > index ? Double(arguments[index]) : nil }

func write(_ figures: [String: Double]) throws {
  let data = try JSONSerialization.data(withJSONObject: figures, options: [.prettyPrinted, .sortedKeys])
  FileHandle.standardOutput.write(data + Data("\n".utf8))
}

guard let first = arguments.first else { stop() }
if first == "--database" {
  guard arguments.count >= 3 else { stop() }
  let benchmark = Benchmark(place: .postgres(url: arguments[1]), scale: number(3) ?? 1)
  switch arguments[2] {
  case "latency": try write(await benchmark.latency())
  case "enqueueing": try write(["enqueued_per_second": await benchmark.enqueueing()])
  case "prepare": try await benchmark.prepare()
  case "host": try await benchmark.host()
  case "steady": try await benchmark.steady(perSecond: number(3) ?? 1000)
  default: stop()
  }
} else {
  let benchmark = Benchmark(place: .files(first), scale: number(1) ?? 1)
  switch arguments.count > 2 ? arguments[2] : "all" {
  case "all": try write(await benchmark.run())
  case "latency": try write(await benchmark.latency())
  case "enqueueing": try write(["enqueued_per_second": await benchmark.enqueueing()])
  case "draining": try write(["drained_per_second": await benchmark.draining(history: 0)])
  case "schedules": try write(await benchmark.lateness())
  default: stop()
  }
}

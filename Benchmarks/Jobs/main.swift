import Foundation

// The queue, the scheduler and the expressions in one process, as JSON: jobs-benchmark <folder> [<scale>].
// A scale of 0.1 is a quick look.
let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: jobs-benchmark <folder> [<scale>]")
  exit(64)
}
let scale = arguments.count > 2 ? Double(arguments[2]) ?? 1 : 1
let benchmark = Benchmark(folder: arguments[1], scale: scale)
let figures = try await benchmark.run()
let data = try JSONSerialization.data(withJSONObject: figures, options: [.prettyPrinted, .sortedKeys])
FileHandle.standardOutput.write(data + Data("\n".utf8))

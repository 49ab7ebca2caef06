import Foundation

// Sends notifications and prints what it took, as JSON: push-benchmark <url> <CA file> <key> <connections> <in flight>
// <count>. The C loops and aioapns_loop.py take the same arguments and send the same requests.
let arguments = CommandLine.arguments
guard arguments.count == 7, let connections = Int(arguments[4]), let inFlight = Int(arguments[5]),
  let count = Int(arguments[6])
else {
  FileHandle.standardError.write(
    Data("usage: push-benchmark <url> <CA file> <key> <connections> <in flight on each> <count>\n".utf8))
  exit(64)
}
let benchmark = try PushBenchmark(
  url: arguments[1], caFile: arguments[2], key: try String(contentsOfFile: arguments[3], encoding: .utf8),
  connections: connections, inFlight: inFlight)
let figures = try await benchmark.run(count)
print(String(decoding: try JSONSerialization.data(withJSONObject: figures, options: .sortedKeys), as: UTF8.self))

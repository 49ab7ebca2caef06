import Channel
import Foundation
import Loop
import NIOCore

// What a call over a channel costs by itself: round trips per second and the CPU time of both sides, without a host and
// without functions. Arguments: the seconds of each measurement.
let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 2
let hostLoop = try ChannelLoop(named: "bench-host")
let workerLoop = try ChannelLoop(named: "bench-worker")
hostLoop.start()
workerLoop.start()
let pair = try ChannelPair.make()
let host = hostLoop.connect(pair.host, as: .host, hello: ByteBuffer(), handler: Answers(on: hostLoop))
_ = workerLoop.connect(pair.worker, as: .worker, hello: ByteBuffer(), handler: Answers(on: workerLoop))

for callers in [1, 4, 32, 256] {
  let result = try await RoundTrips.measure(on: host, hostLoop, callers: callers, seconds: seconds)
  print("\(callers) in flight: \(result)")
}
hostLoop.stop()
workerLoop.stop()

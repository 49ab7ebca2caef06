import APNs
import Foundation
import Glibc
import Push

/// What this process has in use.
struct Sample: CustomStringConvertible {
  let percent: Int
  let descriptors: Int
  let requests: Int
  let connections: Int
  /// Resident memory in KiB, without the pages of files, which are the program's own.
  let memory: Int

  init(percent: Int) {
    self.percent = percent
    // One of them reads the folder.
    descriptors = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1) - 1
    requests = LiveHandles.requests
    connections = LiveHandles.connections
    Self.giveBack()
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    memory = status.firstMatch(of: /RssAnon:\s+(\d+) kB/).flatMap { Int($0.1) } ?? 0
  }

  /// Makes malloc give free pages back, so that only what is in use counts. glibc's header is not in Swift's module of
  /// it.
  private static func giveBack() {
    typealias Trim = @convention(c) (Int) -> Int32
    guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
    _ = unsafe unsafeBitCast(symbol, to: Trim.self)(0)
  }

  var description: String {
    "\(percent) %: \(descriptors) descriptors, \(requests) request handles, \(connections) connections, \(memory) KiB"
  }

  /// What grew between the first samples and the last.
  ///
  /// - Parameter mostGrowth: the allowed growth of memory, in MiB.
  static func problems(_ samples: [Sample], mostGrowth: Int) -> [String] {
    guard let first = samples.first, let last = samples.last, samples.count > 2 else { return ["too few samples"] }
    var problems: [String] = []
    // Each connection has a socket and the two ends of libcurl's own pair, and one that was just lost is not there.
    if last.descriptors > first.descriptors + 3 * PushSoak.connections { problems.append("descriptors grew") }
    if last.connections > PushSoak.connections { problems.append("there are more connections than allowed") }
    // Beside what is in flight on new connections, as much may still be answered on retired ones.
    if last.requests > 2 * PushSoak.connections * PushSoak.inFlight { problems.append("request handles grew") }
    // From the second on: by then most buffers and tables have their size. 200,000 then stay within 60 bytes each.
    if last.memory > samples[1].memory + mostGrowth << 10 {
      problems.append("memory grew by more than \(mostGrowth) MiB")
    }
    return problems
  }
}

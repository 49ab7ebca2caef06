package import FoundationEssentials
import Wire

/// Errors of one function whose texts have the same form.
package struct ErrorGroup: Sendable, Hashable, Identifiable, Codable {
  /// The kind of work that failed.
  package enum Kind: String, Sendable, CaseIterable, Codable {
    /// A request.
    case call
    /// A job's run.
    case job
    /// A line of the level error or critical that a function wrote in a request or run.
    case log
    /// A worker.
    case crash
  }

  /// The properties that all errors of a group have in common.
  struct Key: Hashable, Sendable {
    let kind: Kind
    let function: String
    let status: Int
    let form: String
  }

  /// The id of the group: 16 hexadecimal digits. It is the same after a restart.
  package let id: String
  package let kind: Kind
  /// The function; empty if it is not known.
  package let function: String
  /// The status of the responses; 0 for a crash and a line.
  package let status: Int
  /// The form of the texts: without numbers and ids.
  package let message: String
  package private(set) var count = 0
  package private(set) var first: Date
  package private(set) var last: Date
  /// The request or run of the last error; nil if it is not known.
  package private(set) var example: UUID?
  /// The text of the last error, up to 2048 bytes.
  package private(set) var exampleText = ""
  /// The versions that had the error, the last one last; at most eight. Empty for functions of the host's own process.
  package private(set) var versions: [String] = []
  /// The calls that were lost with crashed workers.
  package private(set) var lost = 0
  private var minutes: [Int: Int] = [:]

  init(_ key: Key, at date: Date) {
    id = Self.id(of: key)
    kind = key.kind
    function = key.function
    status = key.status
    message = key.form
    first = date
    last = date
  }

  /// The numbers of errors in the last 60 minutes, the oldest first; the last one is the current minute.
  package func series(now: Date) -> [Int] {
    let minute = now.minuteSince1970
    return (minute - FunctionStatistics.minutes + 1...minute).map { minutes[$0] ?? 0 }
  }

  mutating func add(at date: Date, text: String, example: UUID?, version: String?, lost: Int = 0) {
    count += 1
    last = max(last, date)
    exampleText = text.cut(toBytes: 2048)
    self.example = example
    self.lost += lost
    let minute = date.minuteSince1970
    minutes[minute, default: 0] += 1
    if minutes.count > FunctionStatistics.minutes * 2 {
      minutes = minutes.filter { $0.key > minute - FunctionStatistics.minutes }
    }
    guard let version, versions.last != version else { return }
    versions.removeAll { $0 == version }
    versions.append(version)
    if versions.count > 8 { versions.removeFirst() }
  }

  /// Adds the errors of the same group on another host.
  package mutating func add(_ other: ErrorGroup) {
    if other.last > last { (last, example, exampleText) = (other.last, other.example, other.exampleText) }
    first = min(first, other.first)
    count &+= other.count
    lost &+= other.lost
    minutes.merge(other.minutes) { $0 &+ $1 }
    versions = (other.versions.filter { !versions.contains($0) } + versions).suffix(8)
  }

  /// The hash of the key. If two groups had the same id, a page would show one of them in place of the other.
  private static func id(of key: Key) -> String {
    FNV1a("\(key.kind.rawValue)\0\(key.function)\0\(key.status)\0\(key.form)").hexadecimal
  }
}

import FoundationEssentials
import Wire

/// The memory limit of this process: the machine's memory, or the limit of a control group.
public struct MemoryLimit: Sendable, Hashable {
  /// The source of a limit.
  public enum Source: String, Sendable {
    /// The machine's memory.
    case machine
    /// A control group: a container's limit, or systemd's `MemoryMax=`.
    case controlGroup = "control group"
  }

  /// In bytes.
  public let bytes: Int
  /// The source of the limit.
  public let source: Source

  /// This process's limit, read once.
  public static let current = MemoryLimit(
    physical: Int(clamping: ProcessInfo.processInfo.physicalMemory),
    groups: (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? "",
    read: { try? String(contentsOfFile: $0, encoding: .utf8) })

  /// A quarter of it in bytes, rounded down to whole mebibytes; at least one mebibyte.
  public var quarter: Int { max(bytes / (4 << 20), 1) << 20 }

  /// Finds the lowest limit on the way up from the process's control groups (cgroups(7)).
  ///
  /// - Parameters:
  ///   - physical: the machine's memory in bytes.
  ///   - groups: the text of `/proc/self/cgroup`: `0::<path>` for version 2, `<n>:memory:<path>` for version 1.
  ///   - read: reads a file; nil if it does not exist.
  init(physical: Int, groups: String, read: (_ path: String) -> String?) {
    var lowest = physical
    for line in groups.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if parts[1].isEmpty {
        lowest = min(lowest, Self.limit("/sys/fs/cgroup", parts[2], "memory.max", read))
      } else if parts[1].split(separator: ",").contains("memory") {
        lowest = min(lowest, Self.limit("/sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes", read))
      }
    }
    bytes = lowest
    source = lowest < physical ? .controlGroup : .machine
  }

  /// The lowest limit of a group and of those above it. In a container, the path may be the one outside the container,
  /// of which only the root exists inside.
  private static func limit(_ root: String, _ path: Substring, _ file: String, _ read: (String) -> String?) -> Int {
    var names = path.split(separator: "/")
    var lowest = Int.max
    while true {
      let text = read(([root] + names.map(String.init) + [file]).joined(separator: "/")) ?? ""
      if let limit = Int(text.trimmed), limit > 0 {
        lowest = min(lowest, limit)
      }
      if names.popLast() == nil { return lowest }
    }
  }
}

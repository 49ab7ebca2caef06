import Testing

@testable import Host

/// The memory that a process may have, by what the system's files say.
@Suite struct MemoryLimitTests {
  private static let physical = 8 << 30

  private func limit(_ groups: String, _ files: [String: String]) -> MemoryLimit {
    MemoryLimit(physical: Self.physical, groups: groups, read: { files[$0] })
  }

  @Test func withoutAGroupItIsTheMachines() {
    for groups in ["", "0::/", "nonsense", "1:cpu:/a\n0::/b"] {
      let limit = limit(groups, [:])
      #expect(limit.bytes == Self.physical)
      #expect(limit.source == .machine)
      #expect(limit.quarter == 2 << 30)
    }
  }

  @Test func theLowestLimitOfAControlGroupAndItsParentsCounts() {
    let files = [
      "/sys/fs/cgroup/a/b/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "1073741824\n",
      "/sys/fs/cgroup/memory.max": "2147483648\n",
    ]
    #expect(limit("0::/a/b\n", files).bytes == 1 << 30)
    #expect(limit("0::/a/b\n", files).source == .controlGroup)
    #expect(limit("0::/c\n", files).bytes == 2 << 30)
  }

  @Test func theFirstVersionCountsToo() {
    let files = [
      "/sys/fs/cgroup/memory/a/memory.limit_in_bytes": "536870912\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    ]
    #expect(limit("4:memory:/a\n0::/\n", files).bytes == 512 << 20)
    // A container names the path that the world outside has for it.
    #expect(limit("4:cpu,memory:/docker/1234\n", files).source == .machine)
  }

  @Test func thisProcessHasSome() {
    #expect(MemoryLimit.current.bytes > 64 << 20)
    #expect(Limits().bodyMemory == MemoryLimit.current.quarter)
  }
}

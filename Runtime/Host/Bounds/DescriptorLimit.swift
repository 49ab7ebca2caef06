import Glibc

/// How many descriptors this process may have open.
public enum DescriptorLimit {
  /// The soft limit (`ulimit -n`).
  public static var current: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many of them connections take: three quarters, at most 20,000. The others are for databases, files and calls to other
  /// servers.
  public static var connections: Int { min(max(current / 4 * 3, 1), 20_000) }
}

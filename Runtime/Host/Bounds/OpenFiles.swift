import Glibc

/// The files, sockets and other descriptors that a process may have open.
public enum OpenFiles {
  /// How many the process may have open at the same time: the soft limit (`ulimit -n`).
  public static var limit: Int {
    var limit = rlimit()
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    return isKnown ? Int(clamping: limit.rlim_cur) : 1024
  }

  /// How many of them client connections take: three quarters, at most 20,000. The others are for databases, files and calls to
  /// other servers.
  public static var connections: Int { min(max(limit / 4 * 3, 1), 20_000) }
}

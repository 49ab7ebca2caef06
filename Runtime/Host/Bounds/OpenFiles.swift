import Glibc

/// The limits on open descriptors.
public enum OpenFiles {
  /// The most open descriptors of the process: the soft limit (`ulimit -n`).
  public static var limit: Int {
    var limit = rlimit()
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    return isKnown ? Int(clamping: limit.rlim_cur) : 1024
  }

  /// The most open client connections: three quarters of ``limit``, at most 20,000. The other descriptors are for
  /// databases, files and calls to other servers.
  public static var connections: Int { min(max(limit / 4 * 3, 1), 20_000) }

  /// The most WebSockets that are passed on. Each has two descriptors, its client's and its server's: they have at most
  /// half of the client connections, and half of the other descriptors.
  package static func tunnels(beside connections: Int, of limit: Int = OpenFiles.limit) -> Int {
    max(min(connections, limit - connections) / 2, 1)
  }
}

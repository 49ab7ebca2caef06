import Foundation

/// The files, sockets and other descriptors that a process may have open.
package enum OpenFiles {
  /// How many the process may have open at the same time.
  package static var limit: Int {
    var limit = rlimit()
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    return isKnown ? Int(clamping: limit.rlim_cur) : .max
  }
}

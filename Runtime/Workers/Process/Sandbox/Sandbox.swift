import CProcess
import FoundationEssentials
import Glibc

/// The restrictions of one worker's process, prepared for its start.
struct Sandbox {
  private static let devices = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"]
  /// Read-only: a writable mapping of `/dev/zero` is shared memory, which no limit counts.
  private static let readableDevice = "/dev/zero"

  /// The Landlock ruleset; nil for none.
  let ruleset: OwnedDescriptor?
  /// Whether the system calls are restricted. A worker whose calls are restricted has no descendants.
  let restrictsCalls: Bool

  /// - Throws: ``WorkerStartFault`` if the system refuses a ruleset that it can enforce.
  init(_ mode: SandboxMode, folder: String, readable: [String]) throws(WorkerStartFault) {
    guard mode == .strict else {
      (ruleset, restrictsCalls) = (nil, false)
      return
    }
    let version = cprocess_landlock_version()
    restrictsCalls = cprocess_has_call_filters()
    guard version >= 1 else {
      ruleset = nil
      return
    }
    let ruleset = OwnedDescriptor(cprocess_create_ruleset(version))
    guard ruleset.value >= 0 else { throw WorkerStartFault(step: "create a Landlock ruleset", errno) }
    // A system need not have all of these paths.
    for path in readable + [Self.readableDevice] {
      _ = unsafe cprocess_allow_path(ruleset.value, version, path, cprocess_access_read)
    }
    for path in Self.devices { _ = unsafe cprocess_allow_path(ruleset.value, version, path, cprocess_access_device) }
    guard unsafe cprocess_allow_path(ruleset.value, version, folder, cprocess_access_write) == 0 else {
      throw WorkerStartFault(step: "allow the temporary folder \(folder)", errno)
    }
    self.ruleset = ruleset
  }

  /// What the kernel can enforce of a mode.
  static func report(_ mode: SandboxMode) -> SandboxReport {
    guard mode == .strict else { return SandboxReport(mode: mode) }
    let version = cprocess_landlock_version()
    return SandboxReport(
      mode: mode,
      missing: (version < 1 ? [.files] : []) + (version < 4 ? [.network] : []) + (version < 6 ? [.signals] : [])
        + (cprocess_has_call_filters() ? [] : [.systemCalls]))
  }
}

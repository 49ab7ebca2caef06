/// What the kernel enforces of a worker's sandbox.
package struct SandboxReport: Sendable, Hashable {
  /// A part of the strict sandbox.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    /// Files, by Landlock.
    case files
    /// TCP connections and listeners, by Landlock from its fourth version on.
    case network
    /// Signals to other processes and abstract Unix sockets, by Landlock from its sixth version on.
    case signals
    /// New processes, sockets, and other system calls, by seccomp.
    case systemCalls = "system calls"
  }

  package let mode: SandboxMode
  /// The parts of the strict sandbox that the kernel lacks; empty in the open mode.
  package let missing: [Part]

  package init(mode: SandboxMode, missing: [Part] = []) {
    self.mode = mode
    self.missing = missing
  }

  /// Whether the kernel enforces all of the strict sandbox.
  package var isComplete: Bool { mode == .strict && missing.isEmpty }
}

extension SandboxReport: CustomStringConvertible {
  /// The report in words: `strict`, `strict without files, network`, `open`.
  package var description: String {
    missing.isEmpty ? mode.rawValue : "\(mode.rawValue) without \(missing.map(\.rawValue).joined(separator: ", "))"
  }
}

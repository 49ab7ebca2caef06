/// The functions whose settings hold for all of their group: those with the largest limits of memory, open files and log
/// lines, one with the strictest sandbox, and one that asks for `oneshot`.
///
/// Of several with the same setting the first decides. In a group without functions the common settings hold.
package struct DecidingMembers: Sendable {
  // Each is the name of the function whose setting holds; nil in a group without functions.
  package let memory: String?
  package let openFiles: String?
  package let logLines: String?
  package let policy: String?
  package let sandbox: String?

  /// - Parameter members: the names of the group's functions, procedures and jobs.
  package init(_ members: [String], _ configuration: WorkersConfiguration) {
    memory = members.max { configuration.memory(of: $0) < configuration.memory(of: $1) }
    openFiles = members.max { configuration.openFiles(of: $0) < configuration.openFiles(of: $1) }
    logLines = members.max { configuration.logLines(of: $0) < configuration.logLines(of: $1) }
    policy = members.first { configuration.policy(of: $0) == .oneshot } ?? members.first
    sandbox = members.first { configuration.sandbox(of: $0) == .strict } ?? members.first
  }
}

/// What a function asks for; with nil the common setting.
extension WorkersConfiguration {
  func memory(of name: String?) -> UInt64 { name.flatMap { functions[$0]?.memory } ?? memory }

  func openFiles(of name: String?) -> Int { name.flatMap { functions[$0]?.openFiles } ?? openFiles }

  func logLines(of name: String?) -> Int { name.flatMap { functions[$0]?.logLines } ?? logLines }

  func policy(of name: String?) -> GroupRules.Policy { name.flatMap { functions[$0]?.policy } ?? policy }

  func sandbox(of name: String?) -> SandboxMode { name.flatMap { functions[$0]?.sandbox } ?? sandbox }
}

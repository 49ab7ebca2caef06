/// The functions whose settings hold for all of their group: that with the largest memory limit, one with the strictest
/// sandbox, and one that asks for `oneshot`.
///
/// Of several with the same setting the first decides. In a group without functions the common settings hold.
package struct DecidingMembers: Sendable {
  /// The function with the memory limit.
  package let memory: String?
  /// The function with the use of workers.
  package let policy: String?
  /// The function with the sandbox.
  package let sandbox: String?

  /// - Parameter members: the names of the group's functions, procedures and jobs.
  package init(_ members: [String], _ configuration: WorkersConfiguration) {
    memory = members.max { configuration.memory(of: $0) < configuration.memory(of: $1) }
    policy = members.first { configuration.policy(of: $0) == .oneshot } ?? members.first
    sandbox = members.first { configuration.sandbox(of: $0) == .strict } ?? members.first
  }
}

extension WorkersConfiguration {
  /// The memory limit that a function asks for; with nil the common one.
  func memory(of name: String?) -> UInt64 { name.flatMap { functions[$0]?.memory } ?? memory }

  /// The use of workers that a function asks for; with nil the common one.
  func policy(of name: String?) -> GroupRules.Policy { name.flatMap { functions[$0]?.policy } ?? policy }

  /// The sandbox that a function asks for; with nil the common one.
  func sandbox(of name: String?) -> SandboxMode { name.flatMap { functions[$0]?.sandbox } ?? sandbox }
}

import Channel
import Database
import Edge
import Host
import Workers

/// The first frame to the workers of one group.
struct WorkerStart {
  let start: Start

  /// - Parameters:
  ///   - members: the names of the group's functions and jobs.
  ///   - manifest: the bundle's manifest; nil for a worker that is asked for it.
  init(
    _ group: String, _ members: [String], _ manifest: Manifest?, _ configuration: LoadedConfiguration,
    dialect: SQLDialect
  ) {
    let push = configuration.push
    let topic = push.isTopicConfigured ? push.topic : manifest?.topic ?? push.topic
    var secrets: [String: [String: String]] = [:]
    var host = configuration.host
    let declared = Self.declared(manifest)
    // A new bundle may declare names that no function of the present ones declares.
    host.environmentSecrets.merge(
      FunctionSecrets.declared(Set(declared.values.flatMap(\.self)), in: configuration.request.environment)
    ) { own, _ in own }
    for member in members { secrets[member] = host.secrets(of: member, declaring: declared[member]) }
    // A worker has the secrets of its own functions alone. A group without any runs the bundle's seed.
    let isOfSeed = manifest != nil && members.isEmpty
    start = Start(
      group: group, dialect: dialect == .postgres ? .postgres : .sqlite,
      push: Start.Push(
        bundleID: topic, bundleIDs: push.topics, environment: push.environment, hasSender: true),
      secrets: secrets, commonSecrets: isOfSeed ? host.sharedSecrets : [:],
      logLevel: configuration.logLevel.rawValue)
  }

  /// The names of secrets that the functions and jobs declare, by the name of each that declares any.
  private static func declared(_ manifest: Manifest?) -> [String: [String]] {
    guard let manifest else { return [:] }
    var declared: [String: [String]] = [:]
    let all =
      (manifest.functions + manifest.procedures + manifest.routes.map(\.function)).map { ($0.name, $0.traits) }
      + manifest.jobs.map { ($0.name, $0.traits) }
    for (name, traits) in all {
      guard let names = try? traits.traits().secrets else { continue }
      declared[name, default: []] += names
    }
    return declared
  }
}

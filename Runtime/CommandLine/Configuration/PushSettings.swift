import APNs
import Edge
import FoundationEssentials
import Host

/// The target of pushes and the key that signs them: `[apns]` and `APNS_*`.
struct PushSettings: Sendable {
  /// The server that takes the pushes.
  enum Target: Sendable, Hashable {
    case apple
    /// Another server that speaks Apple's protocol.
    case server(url: String)
    /// A simulator that the host runs itself.
    case simulator
  }

  var target = Target.simulator
  /// Apple's key; nil for a key that the process makes, which a simulator accepts.
  var credentials: PushCredentials?
  /// The app's bundle id. The default is enough for a simulator.
  var topic = "com.example.app"
  /// Whether the bundle id is configured. If not, each bundle may have its own.
  var isTopicConfigured = false
  /// The bundle ids of further apps, by name: `[apns.topics]`.
  var topics: [String: String] = [:]
  /// The environment of tokens without one of their own. Apps that Xcode installs have tokens of the sandbox.
  var environment = PushEnvironment.sandbox
  /// The file of trusted certificates, in place of the system's.
  var caFile: String?

  /// The bundle ids that a simulator accepts; empty for any.
  var acceptedTopics: Set<String> { isTopicConfigured ? Set(topics.values).union([topic]) : [] }

  /// The target in words, at the beginning of a sentence.
  var recipient: String {
    switch target {
    case .apple: "Apple"
    case .server(let url): "The server at \(url)"
    case .simulator: "The simulator"
    }
  }

  /// Whether pushes leave this machine and can arrive on a phone.
  var reachesPhones: Bool {
    switch target {
    case .apple: true
    case .server(let url): !Self.isLoopback(url)
    case .simulator: false
    }
  }

  static func isLoopback(_ url: String) -> Bool { Loopback.isHost(URL(string: url)?.host() ?? "") }
}

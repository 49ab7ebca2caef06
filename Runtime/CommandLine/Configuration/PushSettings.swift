import Edge
import Foundation
import Host

/// Where pushes go, and with whose key: `[apns]` and `APNS_*`.
struct PushSettings: Sendable {
  /// Whom pushes are sent to.
  enum Target: Sendable, Hashable {
    /// Apple.
    case apple
    /// Another server that speaks Apple's protocol.
    case server(url: String)
    /// A simulator that the host runs itself.
    case simulator
  }

  var target = Target.simulator
  /// Nil: a key of the process's own making, which a simulator accepts.
  var credentials: PushCredentials?
  /// The app's bundle id. The default suffices for a simulator, which takes any.
  var topic = "com.example.app"
  /// Where tokens belong that do not say it. What Xcode installs has tokens of the sandbox.
  var environment = PushEnvironment.sandbox
  /// The certificates to trust, in place of the system's.
  var caFile: String?

  /// Who takes the pushes, at the beginning of a sentence.
  var recipient: String {
    switch target {
    case .apple: "Apple"
    case .server(let url): "The server at \(url)"
    case .simulator: "The simulator"
    }
  }

  /// Whether what is sent leaves this machine, for somebody's phone.
  var reachesPhones: Bool {
    switch target {
    case .apple: true
    case .server(let url): !Self.isLoopback(url)
    case .simulator: false
    }
  }

  static func isLoopback(_ url: String) -> Bool { Loopback.isHost(URL(string: url)?.host() ?? "") }
}

import APNs
import Edge
import Simulator

/// The target of a host's pushes.
struct PushStatus: Codable, Sendable {
  /// `apple`, `server` (one that `APNS_URL` names) or `simulator` (the host's own).
  let target: String
  /// The target's address; nil for Apple.
  let url: String?
  let topic: String
  let environment: PushEnvironment
  /// The id of Apple's key; nil if none is configured.
  let keyID: String?
  /// Whether pushes leave this machine and can arrive on a phone.
  let reachesPhones: Bool
  let caFile: String?
  /// The address, over plain HTTP, that shows what the simulator has received.
  let inspectionURL: String?

  enum CodingKeys: String, CodingKey {
    case target, url, topic, environment
    case keyID = "key_id"
    case reachesPhones = "reaches_phones"
    case caFile = "ca_file"
    case inspectionURL = "inspection_url"
  }

  /// - Parameter simulator: the addresses of the host's simulator, if it is listening.
  init(_ settings: PushSettings, at simulator: APNSSimulator.Listening? = nil) {
    switch settings.target {
    case .apple: (target, url) = ("apple", nil)
    case .server(let address): (target, url) = ("server", address)
    case .simulator: (target, url) = ("simulator", simulator?.url)
    }
    topic = settings.topic
    environment = settings.environment
    keyID = settings.credentials?.keyID
    reachesPhones = settings.reachesPhones
    caFile = simulator?.caFile ?? settings.caFile
    inspectionURL = simulator?.inspectionURL
  }

  /// `Apple (sandbox)`, `https://127.0.0.1:2197`, `the host's simulator at https://127.0.0.1:40123`.
  var inWords: String {
    switch (target, url) {
    case ("apple", _): "Apple (\(environment.rawValue))"
    case ("simulator", let url): "the host's simulator" + (url.map { " at \($0)" } ?? "")
    default: url ?? target
    }
  }
}

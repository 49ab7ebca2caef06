package import Edge

/// The target of a host's pushes.
package struct PushStatus: Codable, Sendable, Hashable {
  /// `apple`, `server` (one that `APNS_URL` names) or `simulator` (the host's own).
  package let target: String
  /// The target's address; nil for Apple.
  package let url: String?
  package let topic: String
  package let environment: PushEnvironment
  /// The id of Apple's key; nil if none is configured.
  package let keyID: String?
  /// Whether pushes leave this machine and can arrive on a phone.
  package let reachesPhones: Bool
  package let caFile: String?
  /// The address, over plain HTTP, that shows what the simulator has received.
  package let inspectionURL: String?

  private enum CodingKeys: String, CodingKey {
    case target, url, topic, environment
    case keyID = "key_id"
    case reachesPhones = "reaches_phones"
    case caFile = "ca_file"
    case inspectionURL = "inspection_url"
  }

  package init(
    target: String, url: String?, topic: String, environment: PushEnvironment, keyID: String?, reachesPhones: Bool,
    caFile: String?, inspectionURL: String?
  ) {
    self.target = target
    self.url = url
    self.topic = topic
    self.environment = environment
    self.keyID = keyID
    self.reachesPhones = reachesPhones
    self.caFile = caFile
    self.inspectionURL = inspectionURL
  }

  /// `Apple (sandbox)`, `https://127.0.0.1:2197`, `the host's simulator at https://127.0.0.1:40123`.
  package var inWords: String {
    switch (target, url) {
    case ("apple", _): "Apple (\(environment.rawValue))"
    case ("simulator", let url): "the host's simulator" + (url.map { " at \($0)" } ?? "")
    default: url ?? target
    }
  }
}

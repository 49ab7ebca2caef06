/// One of Apple's two push servers. A device token belongs to one of them.
public enum SimulatedEnvironment: String, Sendable, Hashable, CaseIterable {
  /// `api.sandbox.push.apple.com`: answers carry `apns-unique-id`.
  case sandbox
  /// `api.push.apple.com`.
  case production
}

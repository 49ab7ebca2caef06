/// One of Apple's two push services. A device token belongs to one of them.
///
/// A build signed for development gets its token from the sandbox, one from TestFlight or the App Store from
/// production. Neither service knows the other's tokens.
public enum PushEnvironment: String, Sendable, Hashable, Codable, CaseIterable {
  /// For builds signed for development.
  case sandbox
  /// For TestFlight and the App Store.
  case production
}

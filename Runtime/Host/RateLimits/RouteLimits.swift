import Edge

/// The limits on the calls of one function or handler.
final class RouteLimits: Sendable {
  let name: String
  /// The limits that are checked before the token.
  let byAddress: [ActiveLimit]
  /// The limits that are checked after the token.
  let byCaller: [ActiveLimit]
  /// Whether a limit counts by what the token says.
  let needsCaller: Bool
  /// The value of `RateLimit-Policy`.
  let policy: String

  init?(name: String, _ limits: [ActiveLimit]) {
    guard !limits.isEmpty else { return nil }
    self.name = name
    byAddress = limits.filter { $0.subject == .address }
    byCaller = limits.filter { $0.subject != .address }
    needsCaller = limits.contains { $0.subject == .user || $0.subject == .key }
    policy = limits.map(\.policy).joined(separator: ", ")
  }
}

public import FoundationEssentials

/// A signed provider token with its number.
public struct ProviderToken: Sendable, Hashable {
  /// The number of tokens that were signed before it. It identifies the token that an answer is about.
  public let number: Int

  /// When it was signed.
  public let signedAt: ContinuousClock.Instant

  /// The time of day at which it was signed: its `iat`.
  public let issuedAt: Date

  /// The value of the header `authorization`: `bearer` and the token. A secret.
  public let authorization: String
}

extension ProviderToken: CustomStringConvertible, CustomReflectable {
  /// The number, without the secret.
  public var description: String { "ProviderToken(\(number))" }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

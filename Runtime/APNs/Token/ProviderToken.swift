package import FoundationEssentials

/// A signed provider token with its number.
package struct ProviderToken: Sendable, Hashable {
  /// The number of tokens that were signed before it. It identifies the token that an answer is about.
  package let number: Int

  package let signedAt: ContinuousClock.Instant

  /// The time of day at which it was signed: its `iat`.
  package let issuedAt: Date

  /// The value of the header `authorization`: `bearer` and the token. A secret.
  package let authorization: String
}

extension ProviderToken: CustomStringConvertible, CustomReflectable {
  /// The number, without the secret.
  package var description: String { "ProviderToken(\(number))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

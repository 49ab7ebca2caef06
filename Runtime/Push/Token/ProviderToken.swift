/// A provider token that was signed, and which one it is.
public struct ProviderToken: Sendable, Hashable {
  /// How many were signed before it. It tells which token an answer is about.
  public let number: Int

  /// When it was signed.
  public let signedAt: ContinuousClock.Instant

  /// The value of the header `authorization`: `bearer` and the token. A secret.
  public let authorization: String

  init(number: Int, signedAt: ContinuousClock.Instant, authorization: String) {
    self.number = number
    self.signedAt = signedAt
    self.authorization = authorization
  }
}

extension ProviderToken: CustomStringConvertible, CustomReflectable {
  /// Its number, and nothing secret.
  public var description: String { "ProviderToken(\(number))" }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

import Console
import Edge
import FoundationEssentials
import Host

extension TokenRequest {
  /// How long a token is valid, in seconds, from the beginning of the ten minutes in which it is made: a page that is
  /// rendered again shows the same token.
  private static let (validity, step) = (4200, 600.0)

  /// A token for an hour at least.
  ///
  /// - Throws: `FunctionError` for another role, or a user without an id.
  func minted(by minter: TokenMinter, now: Date) throws(FunctionError) -> MintedToken {
    guard Self.roles.contains(role) else {
      throw .validation("The role is one of \(Self.roles.joined(separator: ", "))")
    }
    guard (subject != nil) == (role == Role.authenticated.rawValue) else {
      throw .validation(
        subject == nil ? "A token of a user needs the user's id, a UUID" : "Only a token of a user has a user's id")
    }
    let now = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / Self.step).rounded(.down) * Self.step)
    let token = minter.token(
      role: Role(rawValue: role), subject: subject?.lowercased, expiresIn: Self.validity, now: now)
    return MintedToken(token: token, expiresAt: now.addingTimeInterval(Double(Self.validity)))
  }
}

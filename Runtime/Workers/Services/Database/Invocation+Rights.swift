import Channel
import Edge

extension Invocation {
  /// The database with the host's or a caller's rights.
  func database(_ rights: Rights) -> Database {
    switch rights {
    case .host: database
    case .caller(let role, let claims): database.acting(as: role, claims: claims)
    }
  }
}

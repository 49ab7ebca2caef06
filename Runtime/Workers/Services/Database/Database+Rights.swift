import Channel
import Edge

extension Database {
  /// The database with the host's or a caller's rights.
  func with(_ rights: Rights) -> Database {
    switch rights {
    case .host: self
    case .caller(let role, let claims): acting(as: role, claims: claims)
    }
  }
}

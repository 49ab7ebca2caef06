/// The connections that the users of an engine hold, with the most that they may hold.
///
/// One user may hold three quarters of an engine's connections, and leaves one to the other users. All together leave
/// two to the program itself, a user without a name, which is not limited. An engine of fewer than eight connections
/// leaves fewer, and one of fewer than four has no shares.
struct UserShares {
  /// The most connections of one user, and of all users.
  private let each: Int
  private let together: Int
  private var held: [String: Int] = [:]
  private var heldTogether = 0

  init(of size: Int) {
    together = size - min(2, size / 4)
    each = size < 4 ? size : min(size - size / 4, together - 1)
  }

  /// Whether a user may take another connection.
  func admits(_ user: String?) -> Bool {
    guard let user else { return true }
    return heldTogether < together && held[user, default: 0] < each
  }

  mutating func take(_ user: String?) {
    guard let user else { return }
    held[user, default: 0] += 1
    heldTogether += 1
  }

  mutating func giveBack(_ user: String?) {
    guard let user, let count = held[user] else { return }
    held[user] = count > 1 ? count - 1 : nil
    heldTogether -= 1
  }
}

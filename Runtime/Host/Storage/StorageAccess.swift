import Edge
import FoundationEssentials

/// The rules for what a caller may do with files.
///
/// - The service role may do everything.
/// - A folder of a bucket that is named by a user's id is that user's own. Only that user writes there; in a private
///   bucket, only that user reads there.
/// - All other files of a private bucket are readable by every signed-in user; only the service role writes them.
/// - The files of a public bucket are readable by anyone who knows their path, and listed for signed-in users.
enum StorageAccess: Equatable {
  /// A caller without a token, or with the anon key.
  case anyone
  case user(UUID)
  case serviceRole

  init(_ identity: Identity?) {
    switch identity?.role {
    case .serviceRole: self = .serviceRole
    case .authenticated: self = (identity?.userID).map(StorageAccess.user) ?? .anyone
    default: self = .anyone
    }
  }

  func mayRead(_ key: ObjectKey, isPublic: Bool) -> Bool { isPublic || isSignedIn && isOpen(key.owner) }

  func mayWrite(_ key: ObjectKey) -> Bool {
    switch self {
    case .anyone: false
    case .user(let id): key.owner == id
    case .serviceRole: true
    }
  }

  /// Whether a listing shows what is in a top folder of a bucket, or in the bucket itself for an empty name.
  func mayList(topFolder folder: some StringProtocol, isPublic: Bool) -> Bool {
    isSignedIn && (isPublic || isOpen(ObjectKey.owner(ofFolder: folder)))
  }

  private var isSignedIn: Bool { self != .anyone }

  /// Whether the files of an owner are open to this caller in a private bucket.
  private func isOpen(_ owner: UUID?) -> Bool {
    guard let owner else { return true }
    return self == .serviceRole || self == .user(owner)
  }
}

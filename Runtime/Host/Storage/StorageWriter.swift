import FoundationEssentials

/// The sender of a request that changes files, or the host's functions.
struct StorageWriter: Sendable {
  /// The functions of the host, which have the rights of the service role.
  static let functions = StorageWriter(.serviceRole) { false }

  let access: StorageAccess
  private let hasEnded: @Sendable () -> Bool

  init(_ access: StorageAccess, hasEnded: @escaping @Sendable () -> Bool) {
    self.access = access
    self.hasEnded = hasEnded
  }

  /// The user whose quota a new file counts for; nil for none.
  var quotaHolder: UUID? { if case .user(let id) = access { id } else { nil } }

  /// Checks that the sender's session has not ended since the request began.
  ///
  /// A file gets its name in the same step of the queue for writes. A removal of all files of a user that begins after
  /// the sessions have ended therefore leaves none.
  ///
  /// - Throws: ``StorageRefusal`` 403.
  func checkSession() throws(StorageRefusal) {
    guard !hasEnded() else { throw .denied("The session has ended") }
  }
}

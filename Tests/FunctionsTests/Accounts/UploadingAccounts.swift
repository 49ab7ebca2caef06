import Edge
import Foundation
import Synchronization

/// Accounts whose deletion stores a file of the user, in place of an upload that ends during the erasure.
final class UploadingAccounts: Accounts {
  private struct State {
    var storage: (any Storage)?
    var hasUploaded = false
  }

  private let state = Mutex(State())

  var hasUploaded: Bool { state.withLock(\.hasUploaded) }

  func upload(to storage: any Storage) { state.withLock { $0.storage = storage } }

  func signOut(_ user: UUID, in transaction: Transaction) async throws {}

  func delete(_ user: UUID) async throws {
    guard let storage = state.withLock(\.storage) else { return }
    try await storage.put(
      RequestBody([UInt8]("text".utf8)), bucket: "photos", path: "\(user.text)/late.txt", contentType: "text/plain")
    state.withLock { $0.hasUploaded = true }
  }
}

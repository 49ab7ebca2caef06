import Database
import Edge

extension JobStore {
  /// The reason why a job waits on a host without its function.
  static func unknownFunction(_ name: String) -> String {
    "this host has no function named \(name): the job waits for a bundle or another host that has it, or cancel it"
  }

  /// The part of a test that excludes jobs of some functions. It is empty for none, so that the usual claim reads no
  /// names.
  func excluding(_ names: Set<String>) throws -> SQL {
    names.isEmpty ? "" : " AND name NOT IN (\(try sql.names(names)))"
  }

  /// Takes the leases of claimed jobs back whose functions this host does not have, and adds the names of the functions
  /// to the claim. The jobs stay due, and no try counts. Later claims exclude the functions.
  func setUnknownAside(_ claim: inout ClaimResult, of known: JobRegistry, in transaction: Transaction) async throws {
    let unknown = claim.jobs.filter { known.runnables[$0.name] == nil }
    guard !unknown.isEmpty else { return }
    claim.jobs.removeAll { known.runnables[$0.name] == nil }
    claim.unknown = Set(unknown.map(\.name))
    try await setAside(unknown.map(\.id), "state = 'available'", &claim, in: transaction)
  }
}

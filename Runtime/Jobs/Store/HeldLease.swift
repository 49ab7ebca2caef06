/// A lease that this host holds.
struct HeldLease: Sendable, Equatable {
  let id: Int64
  let fence: Int64
  let isCancelled: Bool
  /// Whether it was renewed. Otherwise another transaction has locked the job.
  var isRenewed = true
}

import Loop

/// The state machine that decides when a watched executable is whole. It reads no clock and no file.
///
/// A file is whole once its size, its time and its identity have stayed the same for ``settling``, and it may be run. A
/// file that was refused is tried again once it changes, or what is served: another bundle may have been the reason.
struct FileWatchState {
  /// The observed properties of a file.
  struct Sight: Equatable {
    /// The length in bytes.
    var size: Int
    /// The time of its last change in nanoseconds since 1970.
    var modified: Int
    /// The file itself, which differs when another file gets the name.
    var identity: FileStatus.Identity
    var isExecutable: Bool
  }

  /// The time for which a file has to stay as it is.
  static let settling = Duration.milliseconds(150)

  /// The version of the file that was to be served last.
  private var taken: Sight?
  /// Whether that version was refused.
  private(set) var isRefused = false
  /// The latest observation, and the instant since which the file has not changed.
  private var seen: (sight: Sight, since: ContinuousClock.Instant)?

  /// - Parameter taken: what is served already; nil for nothing.
  init(taken: Sight?) { self.taken = taken }

  /// Records what a look at the file has found.
  ///
  /// - Parameter sight: nil if there is no such file.
  /// - Returns: whether the file is to be served now. It then counts as taken.
  mutating func saw(_ sight: Sight?, at now: ContinuousClock.Instant) -> Bool {
    guard let sight else {
      seen = nil
      return false
    }
    guard seen?.sight == sight, let since = seen?.since else {
      seen = (sight, now)
      return false
    }
    guard sight != taken, sight.isExecutable, sight.size > 0, since.duration(to: now) >= Self.settling else {
      return false
    }
    (taken, isRefused) = (sight, false)
    return true
  }

  /// Records that the version that was to be served last was refused.
  mutating func refused() { isRefused = true }

  /// Records that what is served has changed.
  mutating func servingChanged() {
    if isRefused { (taken, isRefused) = (nil, false) }
  }
}

import Loop

/// The state machine that decides when a watched executable is whole. It reads no clock and no file.
///
/// A file is whole once its size, its time and its identity have stayed the same for ``settling``, and it may be run. A
/// file that was refused is not tried again until it changes.
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

  /// The version of the file that was served last.
  private var taken: Sight?
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
    taken = sight
    return true
  }
}

import Foundation

/// The bounds of hunts. On Postgres they also hold for rows that are written past the host, except ``bytes``: there the
/// bounds of a checkpoint and their number limit the size of a hunt.
enum HuntLimits {
  /// The most hunts of a creator that are not completed.
  static let openHunts = 50
  /// The most completed hunts of a creator: with another hunt, the oldest ones are deleted.
  static let completedHunts = 200
  /// The most checkpoints of a hunt.
  static let checkpoints = 100
  /// The most participants of a hunt.
  static let participants = 1000
  /// The points of a checkpoint.
  static let points = 0...1000
  /// The lengths of a title.
  static let title = 1...200
  /// The lengths of a description.
  static let description = 0...2000
  /// The lengths of a photo's address.
  static let photoURL = 1...2048
  /// The most bytes of a new hunt with its checkpoints, as JSON text in UTF-8.
  static let bytes = 32_768
  /// The most bytes of a location, as `jsonb` writes it in UTF-8.
  static let locationBytes = 2048
  /// The instants of starts and ends: the years 2000 to 2099.
  static let times = Date(timeIntervalSince1970: 946_684_800)..<Date(timeIntervalSince1970: 4_102_444_800)
  /// How far the clock of a phone may be ahead of the host's.
  static let clockSkew: TimeInterval = 300
}

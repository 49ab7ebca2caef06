/// One group, for lists.
package struct GroupSummary: Codable, Sendable, Hashable {
  package let bundle: String
  /// The first digits of the version's digest.
  package let version: String
  package let group: String
  package let functions: [String]
  /// `per_worker` or `oneshot`.
  package let policy: String
  package let waiting: Int
  /// Whether its workers keep ending at boot, so that starts are spaced.
  package let isBackingOff: Bool
  package let isReplaced: Bool

  private enum CodingKeys: String, CodingKey {
    case bundle, version, group, functions, policy, waiting
    case isBackingOff = "is_backing_off"
    case isReplaced = "is_replaced"
  }
}

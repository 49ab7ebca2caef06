/// The error of an entry of `allow_hosts` that cannot be read.
package struct HostPatternError: Error, Hashable, CustomStringConvertible {
  /// The entry.
  package let entry: String
  /// The reason, in words.
  package let reason: String

  /// The entry with the reason.
  package var description: String { "'\(entry)' \(reason)" }
}

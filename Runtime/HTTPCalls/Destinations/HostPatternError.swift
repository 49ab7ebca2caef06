/// The error of an entry of `allow_hosts` that cannot be read.
package struct HostPatternError: Error, Hashable, CustomStringConvertible {
  package let entry: String
  package let reason: String

  package var description: String { "'\(entry)' \(reason)" }
}

import Edge
import FoundationEssentials

/// A list in the environment, such as `key1=value1,key2=value2`, whose values are percent-encoded (W3C Baggage, without
/// properties).
package enum KeyValueList {
  /// A member of a list.
  package struct Pair: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// Reads a list.
  ///
  /// - Returns: the pairs in their order; nil if a member has no `=`, an empty key, or a value that is not
  ///   percent-encoded text.
  package static func read(_ text: String) -> [Pair]? {
    var pairs: [Pair] = []
    for member in text.split(separator: ",") where !member.allSatisfy(\.isWhitespace) {
      guard let equals = member.firstIndex(of: "=") else { return nil }
      let key = member[..<equals].trimmed
      let encoded = member[member.index(after: equals)...].trimmed
      guard !key.isEmpty, let value = PercentEncoding.decode(encoded, plusIsSpace: false) else { return nil }
      pairs.append(Pair(name: key, value: value))
    }
    return pairs
  }
}

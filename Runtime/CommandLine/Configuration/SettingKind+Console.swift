import FoundationEssentials
import Wire

extension SettingKind where Value == [String] {
  /// The least bytes of a key that is presented to sign in.
  private static var leastKeySize: Int { 24 }

  /// Keys that are presented to sign in: an array of texts, with commas between them in the environment.
  static var loginKeys: Self {
    let expected =
      "keys of at least \(leastKeySize) visible ASCII characters each, such as those of `openssl rand -hex 24`"
    var kind = Self(
      expected: expected, text: textOrJoined,
      read: { text in
        let keys = parts(text)
        let isUsable = keys.allSatisfy { key in
          key.utf8.count >= leastKeySize && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
        return isUsable && Set(keys).count == keys.count ? keys : nil
      },
      write: { $0.joined(separator: ",") })
    // The general failure shows the value.
    kind.explain = { name, _ in
      Failure(.configuration, "\(name) is not acceptable: expected \(expected), none of them twice")
    }
    return kind
  }

  /// Names or addresses of this host, without a port: an array of texts, with commas between them in the environment.
  static var hostNames: Self {
    list(
      expected: "names or addresses without scheme and port, such as [\"ops.example.com\"]", text: textOrJoined,
      split: parts,
      accepts: { name in
        !name.isEmpty && name.utf8.count <= 253
          && (name.utf8.allSatisfy { isInName($0) }
            || name.hasPrefix("[") && name.hasSuffix("]")
              && name.utf8.dropFirst().dropLast().allSatisfy { isInName($0) || $0 == UInt8(ascii: ":") })
      },
      make: { $0 },
      write: { $0.isEmpty ? "(loopback alone)" : $0.joined(separator: ", ") })
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    ASCII.isWord(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func parts(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
  }

  /// A text, or the elements of an array with commas between them; nil for another value.
  private static func textOrJoined(_ node: TOMLNode) -> String? { onlyText(node) ?? joined(node) }
}

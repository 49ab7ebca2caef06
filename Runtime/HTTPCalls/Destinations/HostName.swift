/// The name of a server in lower case, without the dot that may end it.
struct HostName: Sendable, Hashable {
  let text: String

  /// Reads a name: labels of letters, digits, hyphens and underscores; nil for any other text, and for what could be
  /// read as an address of IPv4 (RFC 3986, section 7.4: `127.1`, `0x7f.1`).
  init?(_ text: String) {
    var name = text.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count)
        && label.utf8.allSatisfy { byte in
          switch byte {
          case 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F: true
          default: false
          }
        }
    }
    guard isName, name.utf8.count <= 253, let last = labels.last, let first = last.utf8.first,
      !(0x30...0x39).contains(first) || !Self.isNumber(last)
    else { return nil }
    self.text = name
  }

  /// Whether a label is a number, in decimal or after `0x`.
  private static func isNumber(_ label: Substring) -> Bool {
    let digits = label.hasPrefix("0x") ? label.dropFirst(2) : label
    return digits.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (label.hasPrefix("0x") && (0x61...0x66).contains(byte))
    }
  }
}

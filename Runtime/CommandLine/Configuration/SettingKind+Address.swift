import NIOCore
import Wire

extension SettingKind where Value == String {
  /// An address or a name to listen on. Whether it is one of this machine is found when a host listens.
  static var listeningHost: Self {
    string(expected: "an address or a name of this machine, such as 127.0.0.1, :: or localhost", accepts: isHost)
  }

  private static func isHost(_ text: String) -> Bool {
    let bare = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
    // After % there is the name of an interface (RFC 4007, section 11).
    if bare.contains(":") { return isAddress(bare.prefix { $0 != "%" }) && !bare.contains(where: \.isWhitespace) }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let areLabels = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
        && label.utf8.allSatisfy { ASCII.isWord($0) || $0 == UInt8(ascii: "-") }
    }
    guard areLabels, text.utf8.count <= 253 else { return false }
    // A name whose last label is a number is taken for an IPv4 address.
    return labels.last?.utf8.allSatisfy(ASCII.isDigit) != true || isAddress(text[...])
  }

  private static func isAddress(_ text: Substring) -> Bool {
    (try? SocketAddress(ipAddress: String(text), port: 0)) != nil
  }
}

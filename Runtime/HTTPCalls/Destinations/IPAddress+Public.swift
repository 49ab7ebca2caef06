extension IPAddress {
  /// The ranges of IPv4 that lead to no server of the public Internet (IANA's registry of special-purpose addresses).
  private static let special4 = ranges(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4")

  /// The service of Azure's hosts for their virtual machines, which gives out settings and certificates. The address
  /// is in no special range, and leads to the host from each virtual machine.
  private static let azureHost = ranges("168.63.129.16")

  /// The one block of IPv6 from which public addresses are assigned (RFC 4291, section 2.4).
  private static let global6 = ranges("2000::/3")
  /// The ranges of that block that lead elsewhere.
  private static let special6 = ranges("2001::/23", "2001:db8::/32", "3fff::/20")
  /// 6to4 (RFC 3056): an IPv4 address follows the first two bytes.
  private static let sixToFour = ranges("2002::/16")
  /// NAT64 (RFC 6052): an IPv4 address is the last four bytes.
  private static let translated = ranges("64:ff9b::/96")

  private static func ranges(_ texts: String...) -> [IPRange] { texts.compactMap { IPRange($0) } }

  /// Whether the address is one of the public Internet. Loopback, link-local, private, shared, reserved and multicast
  /// addresses are not, nor is that of Azure's host service, nor the addresses of IPv6 that carry such an address of IPv4.
  package var isPublic: Bool {
    func isIn(_ ranges: [IPRange]) -> Bool { ranges.contains { $0.contains(self) } }
    guard bytes.count == 16 else { return !isIn(Self.special4) && !isIn(Self.azureHost) }
    if isIn(Self.translated) { return IPAddress(bytes: bytes[12...])?.isPublic ?? false }
    if isIn(Self.sixToFour) { return IPAddress(bytes: bytes[2..<6])?.isPublic ?? false }
    return isIn(Self.global6) && !isIn(Self.special6)
  }

  /// Whether the address is loopback: `127.0.0.0/8` or `::1`.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes.first == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
  }
}

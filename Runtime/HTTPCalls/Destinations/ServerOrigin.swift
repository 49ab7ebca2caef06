/// A server of URLs: its address, or the name in lower case, and the port.
struct ServerOrigin: Sendable, Hashable {
  private let address: IPAddress?
  private let name: String?
  private let port: UInt16

  /// - Parameter host: the host of a URL; an IPv6 address with or without brackets.
  init(_ host: String, _ port: UInt16) {
    // An address of IPv6 has several forms.
    address = IPAddress(host: host)
    name = address == nil ? host.lowercased() : nil
    self.port = port
  }

  init(_ address: IPAddress, _ port: UInt16) { (self.address, name, self.port) = (address, nil, port) }
}

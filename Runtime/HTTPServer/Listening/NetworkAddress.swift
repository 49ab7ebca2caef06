import Glibc

/// A socket address in the system's form.
struct NetworkAddress {
  private let bytes: [UInt8]
  let family: sa_family_t

  /// The first address of a host name. An IPv6 address may be in brackets.
  ///
  /// - Throws: ``AddressError`` if there is none.
  init(host: String, port: Int) throws(AddressError) {
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let failure = unsafe getaddrinfo(bare, "\(port)", &hints, &list)
    defer { unsafe freeaddrinfo(list) }
    guard failure == 0, let first = unsafe list?.pointee, let address = unsafe first.ai_addr else {
      throw AddressError(description: unsafe failure == 0 ? "No address" : String(cString: gai_strerror(failure)))
    }
    family = unsafe address.pointee.sa_family
    bytes = unsafe Array(UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen)))
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    // Large enough and aligned for any address.
    var storage = sockaddr_storage()
    unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyBytes(from: bytes) }
    return unsafe withUnsafePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(bytes.count)) }
    }
  }

  /// The text of an IPv4 or IPv6 address; nil for any other.
  static func text(of address: inout sockaddr_storage) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = CInt(address.ss_family)
    let isKnown = unsafe withUnsafePointer(to: &address) { pointer in
      switch family {
      case AF_INET:
        unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          var address = unsafe $0.pointee.sin_addr
          return unsafe inet_ntop(family, &address, &text, socklen_t(text.count)) != nil
        }
      case AF_INET6:
        unsafe pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          var address = unsafe $0.pointee.sin6_addr
          return unsafe inet_ntop(family, &address, &text, socklen_t(text.count)) != nil
        }
      default: false
      }
    }
    return isKnown ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  static func port(of address: inout sockaddr_storage) -> Int {
    let family = CInt(address.ss_family)
    return unsafe withUnsafePointer(to: &address) { pointer in
      switch family {
      case AF_INET:
        unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          Int(UInt16(bigEndian: unsafe $0.pointee.sin_port))
        }
      case AF_INET6:
        unsafe pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          Int(UInt16(bigEndian: unsafe $0.pointee.sin6_port))
        }
      default: 0
      }
    }
  }
}

import CCurl
import Glibc
import HTTPCalls

extension IPAddress {
  /// The address that libcurl is about to connect to; nil for one of another family.
  init?(_ address: UnsafePointer<curl_sockaddr>) {
    guard let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
    let family = unsafe address.pointee.family
    // The place of the address in `sockaddr_in` and `sockaddr_in6`.
    let range: Range<Int>
    switch family {
    case AF_INET: range = 4..<8
    case AF_INET6: range = 8..<24
    default: return nil
    }
    guard unsafe Int(address.pointee.addrlen) >= range.upperBound else { return nil }
    // `addr` is the beginning of a longer structure, of `addrlen` bytes.
    let bytes = unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(address).advanced(by: start + range.lowerBound), count: range.count)
    self.init(bytes: unsafe [UInt8](bytes))
  }
}

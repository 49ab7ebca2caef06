package import FoundationEssentials

extension URL {
  /// The port of the server of an HTTP URL: that of its scheme if it names none.
  package var serverPort: UInt16 { port.flatMap { UInt16(exactly: $0) } ?? (scheme == "https" ? 443 : 80) }
}

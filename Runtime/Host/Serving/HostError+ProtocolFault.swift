import HTTPServer

extension HostError {
  /// The host's error for a request that the server refuses.
  init(_ fault: ProtocolFault, limits: Limits) {
    self =
      switch fault {
      case .notHTTP: .badRequest("The request is no HTTP/1.1")
      case .invalidFieldName: .badRequest("A header's name is no token")
      case .repeatedContentLength: .badRequest("Content-Length is given twice")
      case .invalidContentLength: .badRequest("Content-Length is no length")
      case .unsupportedTransferEncoding: .badRequest("The only Transfer-Encoding is chunked, in HTTP/1.1")
      case .ambiguousLength: .badRequest("Both Content-Length and Transfer-Encoding are given")
      case .hostCount: .badRequest("There must be one Host header")
      case .invalidHost: .badRequest("The Host header is no host with a port")
      case .longChunkLine(let limit): .badRequest("A chunk's size takes more than \(limit) bytes")
      case .invalidChunkSize: .badRequest("A chunk's size is no hexadecimal number")
      case .hugeChunk: .badRequest("A chunk's size is beyond counting")
      case .longChunk: .badRequest("A chunk is longer than its size")
      case .forbiddenTrailer(let name): .badRequest("A trailer may not be \(name)")
      case .headTooLarge: .headersTooLarge(limits)
      case .slowHead: .requestTimeout("headers")
      case .slowBody: .requestTimeout("body")
      case .idle: .idleTimeout(seconds: limits.idleTimeout)
      case .wallClock: .resourceLimit
      case .tooManyConnections: .overloaded
      }
  }
}

import HTTPServer

extension HostError {
  /// The host's error for a request that the server refuses.
  init(_ fault: ProtocolFault, limits: Limits) {
    self =
      switch fault {
      case .notHTTP: .badRequest("The request is not HTTP/1.1")
      case .invalidFieldName: .badRequest("A header's name is not a token")
      case .repeatedContentLength: .badRequest("Content-Length is given twice")
      case .invalidContentLength: .badRequest("Content-Length is not a decimal number")
      case .unsupportedTransferEncoding: .badRequest("The only Transfer-Encoding is chunked, in HTTP/1.1")
      case .ambiguousLength: .badRequest("Both Content-Length and Transfer-Encoding are given")
      case .hostCount: .badRequest("There must be one Host header")
      case .invalidHost: .badRequest("The Host header is not a host with an optional port")
      case .longChunkLine(let limit): .badRequest("A chunk's size takes more than \(limit) bytes")
      case .invalidChunkSize: .badRequest("A chunk's size is not a hexadecimal number")
      case .hugeChunk: .badRequest("A chunk's size has more than 15 digits")
      case .longChunk: .badRequest("A chunk is longer than its size")
      case .forbiddenTrailer(let name): .badRequest("The field \(name) is not allowed as a trailer")
      case .headTooLarge: .headersTooLarge(limits)
      case .slowHead: .requestTimeout("headers")
      case .slowBody: .requestTimeout("body")
      case .idle: .idleTimeout(seconds: limits.idleTimeout)
      case .wallClock: .resourceLimit
      case .tooManyConnections: .overloaded
      }
  }
}

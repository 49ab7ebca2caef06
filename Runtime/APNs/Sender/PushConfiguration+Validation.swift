internal import Curl
import HTTPCalls
import Push

extension PushConfiguration {
  /// The service's address without a slash at its end.
  func origin(of destination: DestinationName) throws(PushError) -> (text: String, isLoopback: Bool, host: String) {
    let isChannels = destination.service == .channels
    let field = "\(isChannels ? "channel" : "push") URL (\(destination.environment.rawValue))"
    guard let url = isChannels ? channelURLs[destination.environment] : urls[destination.environment] else {
      throw PushError(.missing, field: field, "It is missing; set https://host[:port].")
    }
    let target: TargetURL
    do { target = try TargetURL(url) } catch {
      throw PushError(.invalidValue, field: field, "\(error.message); set https://host[:port].")
    }
    guard target.scheme == "https" else {
      throw PushError(.invalidValue, field: field, "It begins with \(target.scheme); Apple's protocol needs https.")
    }
    let origin = "https://\(target.host):\(target.port)"
    // The target's text names no default port.
    let plain = target.port == "443" ? "https://\(target.host)" : origin
    guard target.text == plain || target.text == plain + "/" else {
      throw PushError(.invalidValue, field: field, "It has a path or a query; set https://host[:port] alone.")
    }
    return (origin, target.isLoopback, target.host)
  }

  /// Rejects limits with which nothing could be sent.
  func checkLimits() throws(PushError) {
    func check(_ isRight: Bool, _ field: String, _ advice: String) throws(PushError) {
      if !isRight { throw PushError(.invalidValue, field: field, advice) }
    }
    try check((1...64).contains(connections), "connections", "\(connections) is not 1 to 64.")
    try check(
      (1...1000).contains(inFlightPerConnection), "in flight per connection",
      "\(inFlightPerConnection) is not 1 to 1000.")
    try check(inFlightPerDevice >= 1, "in flight per device", "\(inFlightPerDevice) is less than 1.")
    try check(queueCapacity >= 1, "queue capacity", "\(queueCapacity) is less than 1.")
    // libcurl keeps its timeouts as milliseconds in 31 bits.
    try check(
      requestTimeout >= .milliseconds(1) && requestTimeout <= .milliseconds(Int32.max), "request timeout",
      "\(requestTimeout) is not 1 ms to 24 days.")
    for (field, duration) in [
      ("retry deadline", retryDeadline), ("back-off", backOff.base), ("longest back-off", backOff.longest),
      ("stop duration", stopDuration),
    ] {
      try check(duration >= .zero && duration <= .seconds(86_400 * 365), field, "\(duration) is not 0 s to a year.")
    }
    // With zero a connection would be closed during its first request.
    try check(
      idleLimit >= .seconds(1) && idleLimit <= .seconds(86_400 * 365), "idle limit",
      "\(idleLimit) is not 1 s to a year.")
    for (field, text) in [("CA file", caFile), ("proxy", proxy)] {
      guard let text else { continue }
      try check(!text.isEmpty && !text.utf8.contains(0), field, "It is empty or has a NUL; leave it out instead.")
    }
    // The text is not repeated, because it may contain a password.
    let isUsable = proxy.map(ProxyAddress.isUsable) ?? true
    try check(isUsable, "proxy", "It is not a proxy's address; set http://[user:password@]host:port.")
  }
}

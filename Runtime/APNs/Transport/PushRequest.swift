internal import CCurl
internal import Curl
import HTTPCalls
import Push
internal import Synchronization

/// A libcurl easy handle that sends one request after the other, on the sender's event loop.
final class PushRequest {
  /// An event of a request before its end.
  enum Event {
    case connecting(ConnectionID, DeliveryID)
    case dispatched(DeliveryID)
  }

  /// The list to which requests append their events, in order.
  final class Events {
    var list: [Event] = []
  }

  let easy: EasyHandle
  private let address: ServiceAddress
  private let events: Events
  private(set) var id: DeliveryID = 0
  private(set) var token: ProviderToken?
  private var connection: ConnectionID = 0
  private var reader = AnswerReader()
  var cork: Cork?
  /// The channel request that it sends; nil for a notification.
  private var channelRequest: ChannelRequest?

  init(address: ServiceAddress, events: Events) throws(HTTPClientError) {
    self.address = address
    self.events = events
    easy = try EasyHandle()
    LiveHandles.easy.add(1, ordering: .relaxed)
    try easy.configure(for: address)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    for option in [
      CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA, CURLOPT_SOCKOPTDATA,
    ] {
      try unsafe easy.set(option, context)
    }
    try unsafe easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      unsafe Unmanaged<PushRequest>.fromOpaque(context).takeUnretainedValue().reader.receive(line: line)
      return size * count
    }
    try unsafe easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let body = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      unsafe Unmanaged<PushRequest>.fromOpaque(context).takeUnretainedValue().reader.receive(body: body)
      return size * count
    }
    try unsafe easy.setBeforeRequest { context, _, _, _, _ in
      guard let context = unsafe context else { return CURL_PREREQFUNC_ABORT }
      let request = unsafe Unmanaged<PushRequest>.fromOpaque(context).takeUnretainedValue()
      request.events.list.append(.dispatched(request.id))
      request.cork?.requestBegins()
      return CURL_PREREQFUNC_OK
    }
    try unsafe easy.setOnSocket { context, _, _ in
      guard let context = unsafe context else { return CURL_SOCKOPT_ERROR }
      let request = unsafe Unmanaged<PushRequest>.fromOpaque(context).takeUnretainedValue()
      request.events.list.append(.connecting(request.connection, request.id))
      return CURL_SOCKOPT_OK
    }
  }

  deinit {
    LiveHandles.easy.subtract(1, ordering: .relaxed)
  }

  func prepare(
    _ outgoing: Outgoing, id: DeliveryID, token: ProviderToken, connection: ConnectionID
  ) throws(HTTPClientError) {
    self.id = id
    self.token = token
    self.connection = connection
    channelRequest = nil
    reader.reset(limit: outgoing.answerLimit)
    try easy.set(CURLOPT_URL, address.origin + outgoing.path)
    let body = outgoing.body
    let result: Result<Void, HTTPClientError> = unsafe body.withUnsafeBytes { bytes in
      Result { () throws(HTTPClientError) in try unsafe easy.setBody(bytes) }
    }
    try result.get()
    // After the body, because setting the body makes it a POST.
    if case .channel(let request) = outgoing {
      channelRequest = request.request
      if body.isEmpty { try easy.set(CURLOPT_HTTPGET, 1) }
      try easy.set(CURLOPT_CUSTOMREQUEST, request.method)
    }
    // A name without a value removes a header that libcurl would add.
    var lines = ["Accept:", "Content-Type:", "Expect:", "authorization: \(token.authorization)"]
    lines.reserveCapacity(lines.count + outgoing.headers.count)
    for header in outgoing.headers { lines.append("\(header.name): \(header.value)") }
    try easy.setFields(lines)
  }

  /// The answer, or the failure for libcurl's result code.
  func result(_ code: CURLcode) -> Result<PushAnswer, TransportFailure> {
    guard code == CURLE_OK else {
      let proxyStatus = easy.long(CURLINFO_HTTP_CONNECTCODE)
      if proxyStatus >= 300 { return .failure(.proxyRefused(status: proxyStatus, host: address.host)) }
      return .failure(TransportFailure(code, host: address.host, detail: easy.errorDetail))
    }
    guard reader.isHTTP2 else { return .failure(.noHTTP2(host: address.host)) }
    return .success(reader.answer(status: easy.long(CURLINFO_RESPONSE_CODE)))
  }

  /// The answer to a channel request; nil for a notification.
  var channelAnswer: ChannelAnswer? {
    channelRequest.map { reader.answer(to: $0, status: easy.long(CURLINFO_RESPONSE_CODE)) }
  }
}

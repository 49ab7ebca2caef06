internal import CCurl
internal import Curl
import HTTPCalls
internal import Loop
internal import Synchronization

/// One connection to the service: a libcurl multi handle with the requests on it.
final class PushConnection {
  let id: ConnectionID
  private let multi: MultiHandle
  private let routes: ConnectionRoutes
  private let number: UInt32
  private let cork: Cork
  private var requests: [DeliveryID: PushRequest] = [:]

  init(
    id: ConnectionID, of destination: DestinationName, on loop: Reactor, _ routes: ConnectionRoutes
  ) throws(HTTPClientError) {
    self.id = id
    self.routes = routes
    let number = routes.add(ConnectionRoutes.Route(destination: destination, connection: id))
    self.number = number
    let cork = Cork()
    self.cork = cork
    do throws(HTTPClientError) {
      multi = try unsafe MultiHandle(on: loop, number: number) { socket, isWatched, _ in
        if isWatched { cork.add(socket) } else { cork.remove(socket) }
      }
    } catch {
      routes.remove(number)
      throw error
    }
    LiveHandles.multi.add(1, ordering: .relaxed)
    multi.set(CURLMOPT_MAX_HOST_CONNECTIONS, 1)
    multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, 1)
    multi.set(CURLMOPT_MAX_CONCURRENT_STREAMS, 1000)
  }

  deinit {
    for request in requests.values { multi.remove(request.easy) }
    routes.remove(number)
    LiveHandles.multi.subtract(1, ordering: .relaxed)
  }

  var deadline: ContinuousClock.Instant? { multi.deadline }

  func start(_ request: PushRequest) throws(HTTPClientError) {
    request.cork = cork
    try multi.add(request.easy)
    requests[request.id] = request
  }

  /// Takes a request off; nil if it has ended already.
  func takeOff(_ id: DeliveryID) -> PushRequest? {
    guard let request = requests.removeValue(forKey: id) else { return nil }
    multi.remove(request.easy)
    return request
  }

  func takeOffAll() -> [PushRequest] {
    defer { requests = [:] }
    for request in requests.values { multi.remove(request.easy) }
    return Array(requests.values)
  }

  func socketIsReady(_ socket: Int32, _ events: DescriptorEvents) {
    cork.together { multi.socketIsReady(socket, events) }
  }

  /// Lets libcurl handle its timeouts. Returns `false` if none is due.
  func expire(_ now: ContinuousClock.Instant) -> Bool {
    guard let due = multi.deadline, due <= now else { return false }
    return cork.together { multi.expire(now) }
  }

  func nextFinished() -> (PushRequest, CURLcode)? {
    while let (context, result) = unsafe multi.nextFinished() {
      let request = unsafe Unmanaged<PushRequest>.fromOpaque(context).takeUnretainedValue()
      if let request = takeOff(request.id) { return (request, result) }
    }
    return nil
  }
}

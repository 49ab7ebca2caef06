package import Channel
import Edge

/// The services of a call in a worker: each use is an operation that the host performs with the call's own services.
package enum RemoteServices {
  /// Makes the services of a call.
  ///
  /// - Parameters:
  ///   - call: the call's channel.
  ///   - message: the call.
  ///   - name: the function's name, for its secrets.
  ///   - start: what the host said at the worker's start.
  package static func make(
    _ call: CallChannel, _ message: CallMessage, name: String, start: Start
  ) -> CallSupport {
    let background = CallBackground()
    let database = Database(RemoteDatabaseEngine(call, dialect: start.dialect == .sqlite ? .sqlite : .postgres))
    return CallSupport(
      services: Services(
        database: database, jobs: JobQueue(RemoteQueue(call), database: database),
        push: PushService(
          bundleID: start.push.bundleID, bundleIDs: start.push.bundleIDs, environment: start.push.environment,
          sender: nil),
        http: HTTPClient(transport: NoTransport()), storage: NoStorage(),
        clock: WallClock(of: message, isFixed: start.fixedTime != nil), background: background,
        secrets: Secrets(start.secrets[name] ?? start.commonSecrets), accounts: RemoteAccounts(call)),
      finish: background.finish)
  }
}

/// The transport of a worker without calls to other servers.
private struct NoTransport: HTTPTransport {
  func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse {
    throw HTTPClientError(.failed, "a worker cannot call other servers")
  }

  func shutdown() async {}
}

package import Channel
import Edge

/// The services of a call in a worker: each use is an operation that the host performs with the call's own services.
package enum RemoteServices {
  /// Makes the services of a call.
  ///
  /// - Parameters:
  ///   - call: the call's channel.
  ///   - host: the worker's side of the services of its host.
  ///   - message: the call.
  ///   - name: the function's name, for its secrets.
  ///   - start: what the host said at the worker's start.
  ///   - executor: the executor of the call's tasks.
  package static func make(
    _ call: CallChannel, _ host: HostServices, _ message: CallMessage, name: String, start: Start,
    on executor: any TaskExecutor
  ) -> CallSupport {
    let services = CallServices(host, call: call.call)
    let background = RemoteBackground(services, on: executor)
    let database = Database(RemoteDatabaseEngine(call, dialect: start.dialect == .sqlite ? .sqlite : .postgres))
    return CallSupport(
      services: Services(
        database: database, jobs: JobQueue(RemoteQueue(call), database: database),
        push: PushService(
          bundleID: start.push.bundleID, bundleIDs: start.push.bundleIDs, environment: start.push.environment,
          sender: start.push.hasSender ? RemotePush(services) : nil),
        http: HTTPClient(transport: RemoteHTTPTransport(services)), storage: RemoteStorage(services),
        clock: WallClock(of: message, isFixed: start.fixedTime != nil), background: background,
        secrets: Secrets(start.secrets[name] ?? start.commonSecrets), accounts: RemoteAccounts(call),
        changes: ChangeHints(of: RemoteChanges(services)), host: RemoteReport(services),
        certificates: RemoteCertificates(services), isTraceSampled: nil),
      isIdle: { background.isIdle }, finish: { await background.finish() })
  }
}

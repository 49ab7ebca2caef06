import Channel
import Edge

/// The services of a call in a worker: each use is an operation that the host performs with the call's own services.
enum RemoteServices {
  /// Makes the services of a call.
  ///
  /// - Parameters:
  ///   - name: the function's name, for its secrets.
  ///   - executor: the executor of the call's tasks.
  /// - Returns: the services, and the background work among them.
  static func make(
    _ call: CallChannel, _ host: HostServices, _ message: CallMessage, name: String, start: Start,
    on executor: any TaskExecutor
  ) -> (services: Services, background: RemoteBackground) {
    let services = CallServices(host, call: call.call)
    let background = RemoteBackground(services, on: executor)
    let database = Database(RemoteDatabaseEngine(call, dialect: start.dialect))
    return (
      Services(
        database: database, jobs: JobQueue(RemoteQueue(call), database: database),
        push: PushService(
          bundleID: start.push.bundleID, bundleIDs: start.push.bundleIDs, environment: start.push.environment,
          sender: start.push.hasSender ? RemotePush(services) : nil),
        http: HTTPClient(transport: RemoteHTTPTransport(services)), storage: RemoteStorage(services),
        clock: WallClock(of: message, isFixed: start.fixedTime != nil), background: background,
        secrets: Secrets(start.secrets[name] ?? start.commonSecrets), accounts: RemoteAccounts(call),
        changes: ChangeHints(of: RemoteChanges(services)), host: RemoteReport(call: services),
        certificates: RemoteCertificates(call: services), isTraceSampled: nil),
      background
    )
  }
}

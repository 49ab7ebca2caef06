import HTTPTypes

/// The services as the run uses them: each use is recorded as a step of the run, if its steps are recorded.
extension Invocation {
  /// The project's database, with the host's rights.
  package var database: Database { observed(services.database) }

  /// The queue. Jobs that are enqueued carry the run as their origin.
  package var jobs: JobQueue {
    (isRecorded ? services.jobs.on { observed($0) } : services.jobs).used(by: self)
  }

  package var push: PushService {
    isRecorded || run != nil ? services.push.wrapped { ObservedPush(base: $0, run: self) } : services.push
  }

  /// The client for calls to other servers, which continue the run's trace.
  package var http: HTTPClient {
    var http = services.http
    if let name = HTTPField.Name("traceparent"), let traceparent {
      http = http.adding(HTTPField(name: name, value: traceparent))
    }
    return isRecorded ? http.wrapped { ObservedTransport(base: $0, run: self) } : http
  }

  package var storage: any Storage {
    isRecorded ? ObservedStorage(base: services.storage, run: self) : services.storage
  }

  private func observed(_ database: Database) -> Database {
    isRecorded ? Database(ObservedDatabase(base: database.engine, run: self)) : database
  }
}

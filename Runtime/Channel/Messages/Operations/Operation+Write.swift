import Edge

extension Operation {
  /// Writes the operation.
  package func write(to writer: inout MessageWriter) {
    writer.write(kind.rawValue)
    switch self {
    case .transaction(let rights, let isolation):
      writer.write(rights)
      writer.write(isolation)
    case .query(let sql, let limit, let rights, let isNested):
      writer.write(sql)
      writer.write(limit)
      writer.write(rights)
      writer.write(isNested)
    case .execute(let sql, let rights):
      writer.write(sql)
      writer.write(rights)
    case .statement(let transaction, let kind, let statements, let rights):
      writer.write(transaction)
      writer.write(kind)
      writer.write(statements)
      writer.write(rights)
    case .savepoint(let transaction, let step):
      writer.write(transaction)
      writer.write(step)
    case .restart(let transaction, let isolation):
      writer.write(transaction)
      writer.write(isolation)
    case .enqueue(let jobs, let transaction):
      writer.write(jobs)
      writer.write(transaction)
    case .jobStatus(let id): writer.write(id)
    case .cancelJob(let id, let transaction):
      writer.write(id)
      writer.write(transaction)
    case .pruneHistory(let age, let count):
      writer.write(age)
      writer.write(count)
    case .send(let push): writer.write(push)
    case .sendChannel(let request): writer.write(request)
    case .signedURL, .put, .get, .buckets, .list, .remove: writeStorage(to: &writer)
    case .httpSend(let call), .httpStream(let call): writer.write(call)
    case .signOut(let user, let transaction):
      writer.write(user)
      writer.write(transaction)
    case .deleteUser(let user): writer.write(user)
    case .subscribe(let topic, let caller):
      writer.write(topic)
      writer.write(caller)
    case .health, .statistics, .background, .streamed: break
    case .verify(let check): writer.write(check)
    }
  }

  private func writeStorage(to writer: inout MessageWriter) {
    switch self {
    case .signedURL(let bucket, let path, let seconds):
      writer.write(bucket)
      writer.write(path)
      writer.write(seconds)
    case .put(let bucket, let path, let options):
      writer.write(bucket)
      writer.write(path)
      writer.write(options.contentType)
      writer.write(options.replaces)
      writer.write(options.maxAge)
    case .get(let bucket, let path):
      writer.write(bucket)
      writer.write(path)
    case .list(let bucket, let folder, let limit, let offset):
      writer.write(bucket)
      writer.write(folder)
      writer.write(limit)
      writer.write(offset)
    case .remove(let bucket, let paths):
      writer.write(bucket)
      writer.write(paths)
    default: break
    }
  }

  private var kind: OperationKind {
    switch self {
    case .transaction: .transaction
    case .query: .query
    case .execute: .execute
    case .statement: .statement
    case .savepoint: .savepoint
    case .restart: .restart
    case .enqueue: .enqueue
    case .jobStatus: .jobStatus
    case .cancelJob: .cancelJob
    case .pruneHistory: .pruneHistory
    case .send: .send
    case .sendChannel: .sendChannel
    case .signedURL: .signedURL
    case .put: .put
    case .get: .get
    case .buckets: .buckets
    case .list: .list
    case .remove: .remove
    case .httpSend: .httpSend
    case .httpStream: .httpStream
    case .signOut: .signOut
    case .deleteUser: .deleteUser
    case .subscribe: .subscribe
    case .health: .health
    case .statistics: .statistics
    case .verify: .verify
    case .background: .background
    case .streamed: .streamed
    }
  }
}

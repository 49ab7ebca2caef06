import Edge

extension Operation {
  package func write(to writer: inout MessageWriter) {
    switch self {
    case .transaction(let rights, let isolation): writer.write(kind: .transaction, rights, isolation)
    case .query(let sql, let limit, let rights, let isNested):
      writer.write(kind: .query, sql, limit, rights, isNested)
    case .execute(let sql, let rights): writer.write(kind: .execute, sql, rights)
    case .batch(let statements, let rights): writer.write(kind: .batch, statements, rights)
    case .statement(let transaction, let kind, let statements, let rights):
      writer.write(kind: .statement, transaction, kind, statements, rights)
    case .savepoint(let transaction, let step): writer.write(kind: .savepoint, transaction, step)
    case .restart(let transaction, let isolation): writer.write(kind: .restart, transaction, isolation)
    case .enqueue(let jobs, let transaction): writer.write(kind: .enqueue, jobs, transaction)
    case .jobStatus(let id): writer.write(kind: .jobStatus, id)
    case .cancelJob(let id, let transaction): writer.write(kind: .cancelJob, id, transaction)
    case .pruneHistory(let age, let count): writer.write(kind: .pruneHistory, age, count)
    case .send(let push): writer.write(kind: .send, push)
    case .sendChannel(let request): writer.write(kind: .sendChannel, request)
    case .signedURL(let bucket, let path, let seconds): writer.write(kind: .signedURL, bucket, path, seconds)
    case .put(let bucket, let path, let options):
      writer.write(kind: .put, bucket, path, options.contentType, options.replaces, options.maxAge)
    case .get(let bucket, let path): writer.write(kind: .get, bucket, path)
    case .buckets: writer.write(kind: .buckets)
    case .list(let bucket, let folder, let limit, let offset):
      writer.write(kind: .list, bucket, folder, limit, offset)
    case .remove(let bucket, let paths): writer.write(kind: .remove, bucket, paths)
    case .httpSend(let call): writer.write(kind: .httpSend, call)
    case .httpStream(let call): writer.write(kind: .httpStream, call)
    case .signOut(let user, let transaction): writer.write(kind: .signOut, user, transaction)
    case .deleteUser(let user): writer.write(kind: .deleteUser, user)
    case .subscribe(let topic, let caller): writer.write(kind: .subscribe, topic, caller)
    case .health: writer.write(kind: .health)
    case .statistics: writer.write(kind: .statistics)
    case .verify(let signature): writer.write(kind: .verify, signature)
    case .background: writer.write(kind: .background)
    case .streamed: writer.write(kind: .streamed)
    }
  }
}

extension MessageWriter {
  fileprivate mutating func write<each Value: Message>(kind: OperationKind, _ values: repeat each Value) {
    write(case: kind.rawValue, repeat each values)
  }
}

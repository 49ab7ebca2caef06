import Edge

extension Operation: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.readRaw(OperationKind.self) {
    case .transaction: self = .transaction(try Rights(from: &reader), try TransactionIsolation(from: &reader))
    case .query:
      self = .query(
        try SQL(from: &reader), limit: try reader.readLimit(), try Rights(from: &reader),
        isNested: try reader.readBool())
    case .execute: self = .execute(try SQL(from: &reader), try Rights(from: &reader))
    case .batch: self = .batch(try Array(from: &reader), try Rights(from: &reader))
    case .statement:
      self = .statement(
        in: try reader.read(), try StatementKind(from: &reader), try Array(from: &reader), try Optional(from: &reader))
    case .savepoint: self = .savepoint(in: try reader.read(), try SavepointStep(from: &reader))
    case .restart: self = .restart(in: try reader.read(), try TransactionIsolation(from: &reader))
    case .enqueue: self = .enqueue(try Array(from: &reader), in: try reader.read())
    case .jobStatus: self = .jobStatus(try reader.read())
    case .cancelJob: self = .cancelJob(try reader.read(), in: try reader.read())
    case .pruneHistory: self = .pruneHistory(olderThan: try reader.readDuration(), keeping: try reader.readInt())
    case .send: self = .send(try PreparedPush(from: &reader))
    case .sendChannel: self = .sendChannel(try ChannelRequest.Prepared(from: &reader))
    case .signedURL:
      self = .signedURL(
        bucket: try reader.readString(), path: try reader.readString(), expiresIn: try reader.readInt())
    case .put:
      self = .put(
        bucket: try reader.readString(), path: try reader.readString(),
        PutOptions(
          contentType: try reader.readString(), replaces: try reader.readBool(), maxAge: try reader.readInt()))
    case .get: self = .get(bucket: try reader.readString(), path: try reader.readString())
    case .buckets: self = .buckets
    case .list:
      self = .list(
        bucket: try reader.readString(), folder: try reader.readString(), limit: try reader.readInt(),
        offset: try reader.readInt())
    case .remove: self = .remove(bucket: try reader.readString(), paths: try Array(from: &reader))
    case .httpSend: self = .httpSend(try HTTPCall(from: &reader))
    case .httpStream: self = .httpStream(try HTTPCall(from: &reader))
    case .signOut: self = .signOut(try reader.readUUID(), in: try reader.read())
    case .deleteUser: self = .deleteUser(try reader.readUUID())
    case .subscribe: self = .subscribe(try ChangeTopic(from: &reader), caller: try reader.readUUID())
    case .health: self = .health
    case .statistics: self = .statistics
    case .verify: self = .verify(try CertifiedSignature(from: &reader))
    case .background: self = .background
    case .streamed: self = .streamed
    }
  }
}

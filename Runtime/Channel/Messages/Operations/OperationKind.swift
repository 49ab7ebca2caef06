/// The kind of an ``Operation``: its first byte. The order of the cases is part of the protocol.
enum OperationKind: UInt8 {
  case transaction, query, execute, statement, savepoint, restart
  case enqueue, jobStatus, cancelJob, pruneHistory
  case send, sendChannel
  case signedURL, put, get, buckets, list, remove
  case httpSend, httpStream
  case signOut, deleteUser
  case subscribe
  case health, statistics
  case verify
  case background
  case streamed
  case batch
}

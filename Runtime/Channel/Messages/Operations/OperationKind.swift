/// The first byte of an ``Operation``.
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
}

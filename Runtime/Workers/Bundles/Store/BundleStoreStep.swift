/// The steps of a store's writing, each of which may be the last one before the host dies.
package enum BundleStoreStep: String, Sendable, CaseIterable {
  case copyOpened, copyWritten, copySynchronised, copyNamed, manifestWritten, indexWritten, indexSynchronised,
    indexNamed
  case pruned
}

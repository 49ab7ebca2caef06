/// The steps of a change of a ``BundleStore``, in order. Tests end the process after each of them.
package enum BundleStoreStep: String, Sendable, CaseIterable {
  case copyOpened, copyWritten, copySynchronised, copyNamed, manifestWritten, indexWritten, indexSynchronised,
    indexNamed
  case pruned
}

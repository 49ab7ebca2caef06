extension BundleStore {
  /// The executable of a deployed version.
  ///
  /// - Parameter bundle: the bundle that is to be rolled back to the version; nil for a version that is to be served.
  /// - Throws: ``BundleFault`` if it is missing or damaged.
  @discardableResult
  package func checked(_ digest: String, rollingBack bundle: String? = nil) throws(BundleFault) -> StoredExecutable {
    if let fault = fault(of: digest) {
      let version = BundleVersion.short(digest)
      let what = bundle.map { "\($0) cannot be rolled back to \(version)" } ?? "The version \(version) cannot be served"
      throw BundleFault("\(what): \(fault)", hint: "deploy the executable of that version again")
    }
    return StoredExecutable(digest: digest, path: executable(digest))
  }
}

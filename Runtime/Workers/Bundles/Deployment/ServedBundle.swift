/// A bundle that a host serves, and where it comes from.
struct ServedBundle: Sendable {
  let loaded: LoadedBundle
  let origin: BundleOrigin
}

import Channel

extension CallTarget {
  /// The name for logs and for the secrets of the call; a route's is that of its function.
  func name(in index: BundleParts) -> String {
    switch self {
    case .function(let name), .procedure(let name), .queueKey(let name), .job(let name, _, _): name
    case .route: index.endpoint(of: self)?.name ?? "route"
    case .seed: "seed"
    }
  }
}

import Workers

extension ConfigurationRequest {
  /// Sets what the application itself says: its names, its secrets and its topic.
  ///
  /// - Parameter isWhole: whether the application has all that is served.
  mutating func know(_ application: Application, isWhole: Bool = true) {
    functions = isWhole ? application.names : nil
    jobs = isWhole ? Set(application.allJobs.map(\.name)) : nil
    let all = application.endpoints + application.allJobs.map(\.endpoint)
    inlineFunctions = Set(all.filter { !($0 is BundledEndpoint) }.map(\.name))
    topic = application.topic
    secrets = application.declaredSecrets
  }
}

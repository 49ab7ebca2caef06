import Edge

extension Services {
  /// The services with some of them replaced.
  func with(background: (any BackgroundWork)? = nil, secrets: Secrets? = nil) -> Services {
    Services(
      database: database, jobs: jobs, push: push, http: http, storage: storage, clock: clock,
      background: background ?? self.background, secrets: secrets ?? self.secrets)
  }
}

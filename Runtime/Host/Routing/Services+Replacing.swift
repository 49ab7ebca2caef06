import Edge

extension Services {
  func with(
    database: Database? = nil, http: HTTPClient? = nil, background: (any BackgroundWork)? = nil,
    secrets: Secrets? = nil
  ) -> Services {
    Services(
      database: database ?? self.database, jobs: database.map { jobs.on($0) } ?? jobs, push: push,
      http: http ?? self.http,
      storage: storage, clock: clock, background: background ?? self.background, secrets: secrets ?? self.secrets,
      accounts: accounts, changes: changes, host: host, certificates: certificates,
      isTraceSampled: isTraceSampled)
  }
}

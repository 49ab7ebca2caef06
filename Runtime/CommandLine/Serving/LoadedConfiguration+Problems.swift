import Host
import Jobs

extension LoadedConfiguration {
  /// The faults of the settings with an application, for which a host does not start. Nothing is opened.
  ///
  /// - Parameter isWhole: whether the application has all that is served. Until then a limit without a rate is no
  ///   fault: a bundle's function may declare it. Neither is an unknown kind of history: a bundle's job may have it.
  func problems(with application: Application, isWhole: Bool) -> [Failure] {
    var problems: [Failure] = []
    do throws(ConfigurationProblem) {
      try host.checkPublishedSecret()
    } catch {
      problems.append(Failure(error))
    }
    problems += jobProblems(with: application, isWhole: isWhole)
    let faults = Catalogue.problems(
      functions: application.functions, procedures: application.procedures, routes: application.routes,
      configuration: isWhole ? host : host.withoutUndeclaredLimits(by: application.endpoints))
    return problems + faults.map { Failure($0, in: request) }
  }

  /// The faults of the settings of jobs.
  func jobProblems(with application: Application, isWhole: Bool) -> [Failure] {
    let overrides = jobs(for: application, isWhole: isWhole)
    return JobRegistry.problems(functions: application.functions, jobs: application.allJobs, overrides: overrides).map {
      Failure($0)
    }
  }

  /// The settings of jobs. Until the application is whole, they are without the days of kinds of history that its jobs
  /// do not have.
  func jobs(for application: Application, isWhole: Bool) -> [String: JobOverride] {
    guard !isWhole else { return jobs }
    var overrides = jobs
    for job in application.allJobs {
      guard let days = jobs[job.name]?.days else { continue }
      overrides[job.name]?.days = days.filter { job.kinds.contains($0.key) }
    }
    return overrides
  }

  /// Checks the settings with the program's own application, before its bundles are loaded.
  ///
  /// - Throws: ``Failure`` for the first of the ``problems(with:isWhole:)``.
  func check(with application: Application) throws(Failure) {
    let problems = problems(with: application, isWhole: !KnownBundles.mayBeThere(self))
    if let first = problems.first { throw first }
  }
}

import Host
import Jobs

extension LoadedConfiguration {
  /// The faults of the settings with an application, for which a host does not start. Nothing is opened.
  ///
  /// - Parameter isWhole: whether the application has all that is served. Until then a limit without a rate is no
  ///   fault: a bundle's function may declare it.
  func problems(with application: Application, isWhole: Bool) -> [Failure] {
    var problems: [Failure] = []
    do throws(ConfigurationProblem) {
      try host.checkPublishedSecret()
    } catch {
      problems.append(Failure(error))
    }
    problems += jobProblems(with: application)
    let faults = Catalogue.problems(
      functions: application.functions, procedures: application.procedures, routes: application.routes,
      configuration: isWhole ? host : host.withoutUndeclaredLimits(by: application.endpoints))
    return problems + faults.map { Failure($0, in: request) }
  }

  /// The faults of the settings of jobs.
  func jobProblems(with application: Application) -> [Failure] {
    JobRegistry.problems(functions: application.functions, jobs: application.allJobs, overrides: jobs).map {
      Failure($0)
    }
  }

  /// Checks the settings with the program's own application, before its bundles are loaded.
  ///
  /// - Throws: ``Failure`` for the first of the ``problems(with:isWhole:)``.
  func check(with application: Application) throws(Failure) {
    let problems = problems(with: application, isWhole: !KnownBundles.areThere(self))
    if let first = problems.first { throw first }
  }
}

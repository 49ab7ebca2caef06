import Host
import Jobs

extension LoadedConfiguration {
  /// The faults of the settings with an application, for which a host does not start. Nothing is opened.
  func problems(with application: Application) -> [Failure] {
    var problems: [Failure] = []
    do throws(ConfigurationProblem) {
      try host.checkPublishedSecret()
    } catch {
      problems.append(Failure(error))
    }
    do throws(JobRegistryError) {
      _ = try JobRegistry(functions: application.functions, jobs: application.allJobs, overrides: jobs)
    } catch {
      problems.append(Failure(error))
    }
    let faults = Catalogue.problems(
      functions: application.functions, procedures: application.procedures, routes: application.routes,
      configuration: host)
    return problems + faults.map { Failure($0, in: request) }
  }

  /// Checks the settings with an application.
  ///
  /// - Throws: ``Failure`` for the first of the ``problems(with:)``.
  func check(with application: Application) throws(Failure) {
    if let first = problems(with: application).first { throw first }
  }
}

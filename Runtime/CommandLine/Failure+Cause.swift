import Edge
import Host
import Jobs
import Simulator
import Workers

extension Failure {
  /// Turns an error of the host, the database or the simulator into a command's failure.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as CatalogueError: self.init(.configuration, error.description)
    case let error as ConfigurationProblem: self.init(.configuration, error.description)
    case let error as JobRegistryError: self.init(.configuration, error.description)
    case let error as ListenError: self.init(error)
    case let error as DatabaseError: self.init(error)
    case let error as SimulatorError:
      self.init(error.code == .badCertificates ? .failed : .unavailable, error.description)
    case let error as FunctionError: self.init(.failed, error.message)
    case let error as BundleFault: self.init(.failed, error.message, hint: error.hint)
    case let error as HTTPClientError: self.init(.failed, error.message)
    default: self.init(.failed, "\(error)")
    }
  }

  /// Turns an error into a command's failure, which names the configuration's file if one of its settings is wrong.
  init(_ error: any Error, in request: ConfigurationRequest) {
    guard let error = error as? CatalogueError, error.isOfSetting else {
      self.init(error)
      return
    }
    self.init(.configuration, "\(request.configurationFile ?? "config.toml") \(error.description)")
  }

  private init(_ error: ListenError) {
    switch error.reason {
    case .portTaken: self.init(.unavailable, error.description)
    case .failed: self.init(.unavailable, error.description, hint: "choose another address with --host and --port")
    case .socketFailed:
      self.init(
        .unavailable, error.description,
        hint:
          "remove what is there, or set [swiftlet] socket to a path of at most 107 bytes in a folder that can be written"
      )
    case .databaseInUse:
      self.init(.unavailable, error.description, hint: "stop that host, or choose another database with --database")
    }
  }

  private init(_ error: DatabaseError) {
    switch error.code {
    case .cannotOpen, .corrupt, .readOnly:
      self.init(
        .unavailable, error.message, hint: "check the database's address and rights; --database names another one")
    case .busy, .full, .io:
      self.init(.unavailable, error.message)
    case .migrationUnknown:
      self.init(
        .failed, error.message,
        hint: "start the program that applied it, or a newer one; to go back, restore the database from before it")
    default:
      self.init(.failed, error.description)
    }
  }
}

import Edge
import Host

extension Failure {
  /// What a command says about an error that something below it threw.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as CatalogueError: self.init(.configuration, error.description)
    case let error as ConfigurationProblem: self.init(.configuration, error.description)
    case let error as ListenError: self.init(error)
    case let error as DatabaseError: self.init(error)
    case let error as HTTPClientError: self.init(.failed, error.message)
    default: self.init(.failed, "\(error)")
    }
  }

  private init(_ error: ListenError) {
    self.init(.unavailable, error.description, hint: "choose another address with --host and --port")
  }

  private init(_ error: DatabaseError) {
    switch error.code {
    case .cannotOpen, .corrupt, .readOnly:
      self.init(.unavailable, error.message, hint: "choose another database with --database sqlite:<path>")
    case .busy, .full, .io:
      self.init(.unavailable, error.message)
    default:
      self.init(.failed, error.description)
    }
  }
}

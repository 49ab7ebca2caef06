package import Edge

extension Catalogue {
  /// The faults of functions' names, and of the settings and limits of functions: those for which a host does not
  /// start. Nothing is made or opened.
  package static func problems(
    functions: [any Endpoint], procedures: [any Endpoint], routes: [TableRoute], configuration: HostConfiguration
  ) -> [CatalogueError] {
    var problems: [CatalogueError] = []
    let kinds = [("function", functions + routes.map(\.endpoint)), ("database function", procedures)]
    for (kind, endpoints) in kinds {
      for endpoint in endpoints {
        do throws(CatalogueError) {
          _ = try settings(of: endpoint, kind: kind, configuration)
        } catch {
          problems.append(error)
        }
      }
    }
    return problems + RateLimits.problems(configuration.callLimits, functions + procedures + routes.map(\.endpoint))
  }

  /// The settings of a function.
  ///
  /// - Throws: ``CatalogueError`` for a malformed name, or a `verify_jwt = false` that contradicts the code.
  static func settings(
    of endpoint: any Endpoint, kind: String, _ configuration: HostConfiguration
  ) throws(CatalogueError) -> FunctionConfiguration {
    let name = endpoint.name
    guard FunctionName.isValid(name) else {
      throw CatalogueError("The \(kind) \"\(name)\" has no usable name: \(FunctionName.rule)")
    }
    let own = configuration.functions[name] ?? FunctionConfiguration()
    if own.verifyJWT == false, endpoint.traits.needsToken {
      let access = endpoint.traits.access == .serviceRole ? "serviceRole" : "\(endpoint.traits.access)"
      throw CatalogueError(
        "[functions.\(name)] verify_jwt",
        """
        = false contradicts the code, which declares access: .\(access), for which a token is needed: remove the line, \
        or declare access: .anyone
        """)
    }
    return own
  }
}

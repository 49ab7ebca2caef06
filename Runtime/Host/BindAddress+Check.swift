import HTTPServer

extension BindAddress {
  /// Listens on the TCP address for a moment.
  ///
  /// - Throws: ``ListenError`` that says why a host could not listen there.
  package func checkIsFree() throws(ListenError) {
    do {
      try ListeningSocket(host: host, port: port).close()
    } catch {
      throw ListenError(.address(error), at: self)
    }
  }
}

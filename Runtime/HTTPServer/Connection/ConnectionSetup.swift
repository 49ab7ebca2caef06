/// The properties that the connections of one loop share.
struct ConnectionSetup: Sendable {
  let handler: any ServerHandler
  /// The index of the loop among those of the server.
  let loopIndex: Int
  let limits: ServerLimits
  let date: DateHeader
}

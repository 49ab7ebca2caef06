/// What all connections of a server have in common.
struct ConnectionSetup: Sendable {
  let handler: any ServerHandler
  let limits: ServerLimits
  let date: DateHeader
}

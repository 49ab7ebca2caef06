import Edge

/// The states of the host's connections at one instant.
struct ConnectionStates: Sendable {
  let database: ConnectionHealth
  let queue: ConnectionHealth
  let push: ConnectionHealth
}

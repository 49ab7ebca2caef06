import FoundationEssentials

/// The client of a body, as the memory for bodies counts it. A nil part is not counted.
struct BodyClient: Sendable, Hashable {
  let user: UUID?
  let network: ClientNetwork?
}

import Edge
import Testing

@testable import Jobs

@Suite struct JobRegistrySourceTests {
  private let ping = Function("ping", access: .serviceRole) { _ in NoContent() }

  @Test func aNameIsUnknownUntilARegistryHasIt() throws {
    let source = JobRegistrySource(try JobRegistry(functions: [], jobs: []))
    #expect(source.note(unknown: ["ping", "digest"]) == ["digest", "ping"])
    #expect(source.note(unknown: ["ping"]).isEmpty, "it was unknown before")
    source.replace(with: try JobRegistry(functions: [ping], jobs: []))
    #expect(source.unknown == ["digest"])
    #expect(source.note(unknown: ["ping"]).isEmpty, "a claim with the former registry has found it")
    #expect(source.unknown == ["digest"])
  }
}

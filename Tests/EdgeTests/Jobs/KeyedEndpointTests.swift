import Edge
import Testing

@Suite struct KeyedEndpointTests {
  /// Declares a key, whatever the input is.
  private func keyed<Input: Sendable>(
    _ function: Function<ServiceAccess, Input>
  ) -> Function<ServiceAccess, Input> {
    function.queued { _ in "only one" }
  }

  @Test func aFunctionWithoutInputHasNoUniqueKey() {
    let rebuild = keyed(Function("rebuild", access: .serviceRole) { _ in NoContent() })
    #expect(!rebuild.hasUniqueKey)
    let greet = keyed(Function("greet", access: .serviceRole) { (_: String, _) in NoContent() })
    #expect(greet.hasUniqueKey)
  }
}

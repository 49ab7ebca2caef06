/// The response of functions without other results.
struct Success: Codable {
  private(set) var success = true
}

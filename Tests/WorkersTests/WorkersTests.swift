import Testing

@testable import Workers

@Suite struct WorkersTests {}

import Edge

/// Turns errors into responses, in the form of one route.
protocol ErrorAnswers {
  func response(to error: any Error) -> Response
}

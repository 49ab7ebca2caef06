import Telemetry

/// The value of `OTEL_TRACES_SAMPLER`.
enum SamplerName: String, Sendable, CaseIterable {
  case alwaysOn = "always_on"
  case alwaysOff = "always_off"
  case ratio = "traceidratio"
  case parentAlwaysOn = "parentbased_always_on"
  case parentAlwaysOff = "parentbased_always_off"
  case parentRatio = "parentbased_traceidratio"

  /// The sampler.
  ///
  /// - Parameter ratio: `OTEL_TRACES_SAMPLER_ARG`.
  func sampler(ratio: Double) -> TraceSampler {
    switch self {
    case .alwaysOn: TraceSampler(.all, isParentBased: false)
    case .alwaysOff: TraceSampler(.none, isParentBased: false)
    case .ratio: TraceSampler(.ratio(ratio), isParentBased: false)
    case .parentAlwaysOn: TraceSampler(.all)
    case .parentAlwaysOff: TraceSampler(.none)
    case .parentRatio: TraceSampler(.ratio(ratio))
    }
  }

  /// Whether the ratio has an effect.
  var takesRatio: Bool { self == .ratio || self == .parentRatio }
}

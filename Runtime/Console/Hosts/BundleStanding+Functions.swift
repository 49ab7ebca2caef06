import Workers

extension BundleStanding {
  /// The path of the list of its functions; nil if they are not known.
  var functionsLink: String? { functions == nil ? nil : Section.functions.path(filter: "bundle:\(bundle)") }
}

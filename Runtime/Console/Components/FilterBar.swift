/// The form with the text that filters a list. Its text stands in the URL.
struct FilterBar: Sendable {
  let section: Section
  let filter: Filter
  let placeholder: String
  /// Terms that the filter knows, which a click appends: `status:5xx`. The script shows them.
  let hints: [String]
  /// Fields of the query that stay as they are, such as the order.
  var keeping: [Form.Field] = []

  var html: HTML {
    """
    <form class="filter" role="search" method="get" action="\(section.path)">\
    <input type="search" name="q" value="\(filter.text)" placeholder="\(placeholder)" aria-label="Filter" autocomplete="off" \
    spellcheck="false" autocapitalize="off" data-filter>\
    \(keeping.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as HTML })<button>Filter</button>\
    \(if: !filter.text.isEmpty, "<a class=\"button\" href=\"\(section.path)\">Clear</a>")\
    <span class="hints">\(hints.map { "<button type=\"button\" class=\"hint\" hidden data-hint=\"\($0)\">\($0)</button>" as HTML })</span></form>\
    \(if: filter.isCut, "<p class=\"flash bad\" role=\"alert\">The filter is longer than \(Filter.limit) bytes: its end is not applied.</p>")
    """
  }
}

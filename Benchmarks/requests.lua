-- wrk script: POSTs the lines of a file, "token <tab> body", one after another, and prints what happened as JSON.
-- A line without a body is a GET. A third column is the request's idempotency key.
--   wrk … -s requests.lua <url> -- <file>

local requests, last = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local token, body, key = line:match("^([^\t]*)\t([^\t]*)\t?(.*)$")
    local fields = { ["Authorization"] = "Bearer " .. token }
    if key ~= "" then fields["Idempotency-Key"] = key end
    if body ~= "" then fields["Content-Type"] = "application/json" end
    requests[#requests + 1] = wrk.format(body == "" and "GET" or "POST", nil, fields, body ~= "" and body or nil)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  print(string.format(
    'RESULT {"requests": %d, "seconds": %.6f, "refused": %d, "broken": %d, "p50_ms": %.3f, "p99_ms": %.3f}',
    summary.requests, summary.duration / 1e6, errors.status, broken,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end

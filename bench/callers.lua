-- The requests come from 20,000 callers in turn, as behind a trusted proxy.
local n = 0
request = function()
  n = (n + 1) % 20000
  wrk.headers["X-Forwarded-For"] = "198.18." .. math.floor(n / 200) .. "." .. (n % 200)
  return wrk.format(nil, nil)
end

-- Every request comes from another of 20,000 callers, as behind a trusted proxy.
local n = 0
request = function()
  n = (n + 1) % 20000
  wrk.headers["X-Forwarded-For"] = "198.18." .. math.floor(n / 200) .. "." .. (n % 200)
  return wrk.format(nil, nil)
end

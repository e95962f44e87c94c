-- Time as the windows see it. Put in front of every script that counts.
local MINUTE_MS = 60000
local DAY_MS = 86400000
-- Records outlive their last window by a little, and not all by the same: a million keys never expire in one instant.
local EXPIRY_MARGIN_MS = 60000
local EXPIRY_SPREAD_MS = 600000

local function server_time()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- The highest time ever seen: a server clock that goes back stands still here and gives no allowance back.
-- Also answers the clock as it is. `given` replaces the server's clock in tests alone.
local function steady_time(given, highest)
  local clock = given ~= '' and tonumber(given) or server_time()
  return math.max(clock, highest), clock
end

local function day_of(time)
  return math.floor(time / DAY_MS)
end

-- Absolute, because only then does a key outlive its window when the server's clock is set back.
-- As text, because Redis is slow to write a large number that a script hands to it.
local function expiry_after(day, now)
  return string.format('%.0f', (day + 1) * DAY_MS + MINUTE_MS + EXPIRY_MARGIN_MS + now % EXPIRY_SPREAD_MS)
end

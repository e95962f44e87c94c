-- Takes one unit from every window of a request, or from none.
-- KEYS: clock, the caller's rolling minute, then the day counters.
-- ARGV: epoch, latest time that the client saw, day of the day keys, time of a test or '', id of the reservation, then
-- the limit of each window.
-- Returns {1 taken | 0 refused, the server's clock, the time of the windows, then units, reset time and next free time
-- of the minute, then the units of each day}, all before this request. {-1}: counts were lost or reset. {-2, day}: the
-- day keys are of another day.
local MINUTE_MS, DAY_MS = 60000, 86400000
local state = redis.call('HMGET', KEYS[1], 'epoch', 'time')
local latest = tonumber(state[2] or 0)
if state[1] ~= ARGV[1] or latest < tonumber(ARGV[2]) then return { -1 } end

local clock = tonumber(ARGV[4])
if not clock then
  local time = redis.call('TIME')
  clock = time[1] * 1000 + math.floor(time[2] / 1000)
end
-- A clock that goes back never restores quota: the time of the windows does not advance until it has caught up.
local now = math.max(clock, latest)
local day = math.floor(now / DAY_MS)
if day ~= tonumber(ARGV[3]) then return { -2, day } end

local alive = string.format('(%.0f', now - MINUTE_MS)
local minute_limit = tonumber(ARGV[6])
local used = redis.call('ZCOUNT', KEYS[2], alive, '+inf')
local taken_at = function(index)
  local entry = redis.call('ZRANGEBYSCORE', KEYS[2], alive, '+inf', 'WITHSCORES', 'LIMIT', index, 1)
  return tonumber(entry[2]) or now
end
local reset = used > 0 and taken_at(0) or now
-- If the limit was lowered, several units must expire first. With a limit of 0 nothing ever fits, so the result is one
-- whole window.
local free = used >= minute_limit and minute_limit > 0 and taken_at(used - minute_limit) or now
local reply = { used < minute_limit and 1 or 0, clock, now, used, reset + MINUTE_MS, free + MINUTE_MS }
for i, count in ipairs(redis.call('MGET', unpack(KEYS, 3))) do
  reply[6 + i] = tonumber(count or 0)
  if reply[6 + i] >= tonumber(ARGV[6 + i]) then reply[1] = 0 end
end

local time = string.format('%.0f', now)
if reply[1] == 1 then
  -- A server that is out of memory refuses the first write, so no unit is taken.
  redis.call('ZADD', KEYS[2], time, ARGV[5])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now - MINUTE_MS))
  redis.call('PEXPIREAT', KEYS[2], string.format('%.0f', now + MINUTE_MS))
  for i = 3, #KEYS do
    if redis.call('INCR', KEYS[i]) == 1 then
      redis.call('PEXPIREAT', KEYS[i], string.format('%.0f', (day + 1) * DAY_MS))
    end
  end
end
redis.call('HSET', KEYS[1], 'time', time)
return reply

-- The generation of cached answers is a time, not a count: where the key was lost, none that was used may come again.
local function next_generation(key, channel)
  local time = redis.call('TIME')
  local current = tonumber(redis.call('GET', key) or 0)
  local generation = string.format('%.0f', math.max(time[1] * 1000000 + time[2], current + 1))
  redis.call('SET', key, generation)
  redis.call('PUBLISH', channel, generation)
  return generation
end

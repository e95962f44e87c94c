-- Returns the epoch of the counts, and starts a new epoch if counts were lost. It always writes, to test that writes work.
-- KEYS: clock. ARGV: an id for a new epoch, the epoch that the client last saw or '', the latest time that it saw, its
-- current day. Returns {epoch, day of the latest loss or -1}.
local state = redis.call('HMGET', KEYS[1], 'epoch', 'time', 'lost')
local epoch, latest, lost = state[1], tonumber(state[2] or 0), tonumber(state[3] or -1)
-- The stored time is never behind a time that was returned, unless a restart or a fail-over lost the latest writes.
if not epoch or (epoch == ARGV[2] and latest < tonumber(ARGV[3])) then
  epoch = ARGV[1]
  if ARGV[2] ~= '' then lost = tonumber(ARGV[4]) end
  redis.call('HSET', KEYS[1], 'time', string.format('%.0f', math.max(latest, tonumber(ARGV[3]))), 'lost', lost)
end
redis.call('HSET', KEYS[1], 'epoch', epoch)
return { epoch, lost }

-- Joins the counts of this server, or begins new ones. It always writes, so that it also tests whether writes work.
-- KEYS: clock. ARGV: an epoch to begin with, the epoch that the asker knows or '', the latest time that it has seen, its
-- day. Returns {epoch, day of the latest loss or -1}.
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

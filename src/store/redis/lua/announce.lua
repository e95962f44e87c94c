-- Makes a snapshot current.
-- KEYS: snapshots, serial, then the blobs. ARGV: snapshot, highest serial that the client saw, channel, the serial that
-- must be the newest (0: there is none) or ''. Returns the new serial, 0 if a blob is missing, or -1 if another snapshot
-- is the newest.
if ARGV[4] ~= '' then
  -- An entry begins with its serial.
  local newest = redis.call('LINDEX', KEYS[1], 0) or '0'
  if string.match(newest, '^%d+') ~= ARGV[4] then return -1 end
end
for i = 3, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 0 then return 0 end
end
for i = 3, #KEYS do redis.call('PERSIST', KEYS[i]) end
-- After a loss of data, the serial continues from the highest one that a client saw.
local serial = math.max(tonumber(redis.call('GET', KEYS[2]) or 0), tonumber(ARGV[2])) + 1
redis.call('LPUSH', KEYS[1], serial .. ' ' .. ARGV[1])
redis.call('SET', KEYS[2], serial)
redis.call('PUBLISH', ARGV[3], serial)
return serial

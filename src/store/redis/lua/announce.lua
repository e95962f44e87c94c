-- Makes a snapshot current. A rollback also starts a new generation of cached responses.
-- KEYS: snapshots, serial, generation, then the blobs. ARGV: snapshot, highest serial that the client saw, '1' for a
-- rollback, channel, the serial that must be the newest (0: there is none) or ''. Returns {serial, generation}, {0} if a
-- blob is missing, or {-1} if another snapshot is the newest.
if ARGV[5] ~= '' then
  -- An entry begins with its serial.
  local newest = redis.call('LINDEX', KEYS[1], 0) or '0'
  if string.match(newest, '^%d+') ~= ARGV[5] then return { -1 } end
end
for i = 4, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 0 then return { 0 } end
end
for i = 4, #KEYS do redis.call('PERSIST', KEYS[i]) end
-- After a loss of data, the serial continues from the highest one that a client saw.
local serial = math.max(tonumber(redis.call('GET', KEYS[2]) or 0), tonumber(ARGV[2])) + 1
redis.call('LPUSH', KEYS[1], serial .. ' ' .. ARGV[1])
redis.call('SET', KEYS[2], serial)
if ARGV[3] == '1' then redis.call('SET', KEYS[3], serial) end
redis.call('PUBLISH', ARGV[4], serial)
return { serial, tonumber(redis.call('GET', KEYS[3]) or 0) }

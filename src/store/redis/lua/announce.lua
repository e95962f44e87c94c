-- Makes a snapshot current; a rollback also begins a new generation of cached answers, in the same step.
-- KEYS: blobs, snapshots, serial, generation. ARGV: snapshot, its channel, highest serial that the asker has seen,
-- '1' for a rollback, the generation's channel, then (sha256, bytes) of each blob.
-- Answers {serial, generation or ''}, or {0} where a blob is not complete.
for i = 6, #ARGV, 2 do
  local entry = redis.call('HGET', KEYS[1], ARGV[i])
  if not entry or string.match(entry, '^%d+') ~= ARGV[i + 1] then return { 0 } end
end
-- After a loss of data the count goes on from what the processes have seen.
local serial = math.max(tonumber(redis.call('GET', KEYS[3]) or 0), tonumber(ARGV[3])) + 1
redis.call('LPUSH', KEYS[2], serial .. ' ' .. ARGV[1])
redis.call('SET', KEYS[3], serial)
local generation = ''
if ARGV[4] == '1' then generation = next_generation(KEYS[4], ARGV[5]) end
redis.call('PUBLISH', ARGV[2], serial .. ' ' .. ARGV[1])
return { serial, generation }

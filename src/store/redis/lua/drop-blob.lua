-- Drops a blob that no snapshot names: its entry and its chunks in one step.
-- KEYS: blobs, snapshots, the mark that the blob is fresh, then chunks. ARGV: sha256, entry. Answers 1 where it is gone.
if redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
for _, snapshot in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  if string.find(snapshot, ARGV[1], 1, true) then return 0 end
end
-- Somebody else may have dropped it and put it again since it was read.
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
for i = 4, #KEYS do redis.call('UNLINK', KEYS[i]) end
return 1

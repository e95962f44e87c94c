-- Makes an uploaded blob visible: all its chunks are there, whole; then none expires and the blob has its entry.
-- KEYS: blobs, the mark that the blob is fresh, then chunks. ARGV: sha256, entry, for how many ms it is fresh, then
-- the length of each chunk. A fresh blob is not pruned: the snapshot that will name it is still being made.
-- Answers 1 sealed, 2 sealed by somebody else before (the chunks are dropped), 0 a chunk is missing or short.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
  for i = 3, #KEYS do redis.call('UNLINK', KEYS[i]) end
  return 2
end
-- Without chunks this only asks whether the blob is there, and keeps it fresh.
if #KEYS < 3 then return 0 end
for i = 3, #KEYS do
  if redis.call('STRLEN', KEYS[i]) ~= tonumber(ARGV[i + 1]) then return 0 end
end
redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
for i = 3, #KEYS do redis.call('PERSIST', KEYS[i]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1

-- Deletes snapshots, and lets the blobs expire that no snapshot names any more.
-- KEYS: snapshots, then blobs, whose keys end in their hash. ARGV: milliseconds until a blob expires, then snapshots.
for i = 2, #ARGV do redis.call('LREM', KEYS[1], 1, ARGV[i]) end
local kept = table.concat(redis.call('LRANGE', KEYS[1], 0, -1))
for i = 2, #KEYS do
  if not string.find(kept, string.sub(KEYS[i], -64), 1, true) then redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
end
return 1

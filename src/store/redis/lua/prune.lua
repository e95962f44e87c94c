-- Deletes snapshots, and sets an expiry for blobs that no remaining snapshot uses.
-- KEYS: snapshots, then blobs, whose keys end in their hash. ARGV: time to live of such a blob in ms, then snapshots.
for i = 2, #ARGV do redis.call('LREM', KEYS[1], 1, ARGV[i]) end
local kept = table.concat(redis.call('LRANGE', KEYS[1], 0, -1))
for i = 2, #KEYS do
  if not string.find(kept, string.sub(KEYS[i], -64), 1, true) then redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
end
return 1

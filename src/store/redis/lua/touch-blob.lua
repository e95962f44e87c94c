-- KEYS: blob. ARGV: time to live, in ms, of a blob without a snapshot. Returns 1 if the blob exists.
local left = redis.call('PTTL', KEYS[1])
if left >= 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return left == -2 and 0 or 1

-- KEYS: blob. ARGV: milliseconds that a blob without a snapshot stays. Returns 1 if the blob is there.
local left = redis.call('PTTL', KEYS[1])
if left >= 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return left == -2 and 0 or 1

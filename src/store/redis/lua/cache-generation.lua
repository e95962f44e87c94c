-- KEYS: generation. ARGV: '1' to begin a new one, channel. Answers the generation that is read from now on.
local current = redis.call('GET', KEYS[1])
if current and ARGV[1] ~= '1' then return current end
return next_generation(KEYS[1], ARGV[2])

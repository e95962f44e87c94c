-- KEYS: generation. ARGV: channel. Answers the generation that is read from now on, and begins one where there is none.
return redis.call('GET', KEYS[1]) or next_generation(KEYS[1], ARGV[1])

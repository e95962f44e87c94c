-- Adds to counts, unless the batch was added before. A count that becomes 0 is removed.
-- KEYS: the counts, the mark of the batch. ARGV: seconds that the mark lasts, then a name and an amount for each count.
if not redis.call('SET', KEYS[2], '1', 'NX', 'EX', ARGV[1]) then return 0 end
for i = 2, #ARGV, 2 do
  if redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1]) == 0 then redis.call('HDEL', KEYS[1], ARGV[i]) end
end
return 1

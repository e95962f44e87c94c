-- Refunds the units of a reservation. It removes the entry of the minute, so that a second refund does nothing.
-- KEYS: the caller's rolling minute, then the day counters. ARGV: id of the reservation.
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
for i = 2, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or 0) > 0 then redis.call('DECR', KEYS[i]) end
end
return 1

-- How far callers have come. KEYS: service counts, then callers' records. ARGV: given time.
-- Answers, for each record, its units of the rolling minute and of the day.
local now = steady_time(ARGV[1], open_service(KEYS[1]).now)
local reply = {}
for i = 2, #KEYS do
  local record = open_record(KEYS[i])
  drop_expired(record, now)
  reply[#reply + 1] = record.alive
  reply[#reply + 1] = record.day == day_of(now) and record.units or 0
end
return reply

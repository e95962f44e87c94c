-- Returns every unit of one receipt, once.
-- KEYS: service counts, the receipt's mark, then the records that it was taken from. ARGV: when it was taken, channel, message, then the
-- numbers of the service windows. Answers 1, or 0 where it was given back before.
-- It looks at no clock: a time that it saw but did not keep would let units go that still count when the clock goes back.
local taken_at = tonumber(ARGV[1])
local day = day_of(taken_at)
-- A mark that has expired cannot matter: by then no window holds the unit any more.
if not redis.call('SET', KEYS[2], '1', 'NX', 'PXAT', expiry_after(day, taken_at)) then return 0 end

local service = open_service(KEYS[1])
for i = 3, #KEYS do
  local record = open_record(KEYS[i])
  for index = record.size - 1, record.head, -1 do
    local time, units = entry_at(record, index)
    if time < taken_at then break end
    if time == taken_at and units > 0 then
      record.alive = record.alive - 1
      redis.call('SETRANGE', KEYS[i], HEADER + index * ENTRY, struct.pack('>I6I2', time, units - 1))
      break
    end
  end
  if record.day == day and record.units > 0 then record.units = record.units - 1 end
  if record.size > 0 then redis.call('SETRANGE', KEYS[i], 0, header_of(record)) end
end

if service.day == day and service.epoch ~= '' then
  for i = 4, #ARGV do
    local window = tonumber(ARGV[i])
    service[window] = math.max(0, service[window] - 1)
  end
  save_service(KEYS[1], service)
end
-- Every process that remembers a refusal asks again.
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1

-- Brings back what a process remembers after the server lost counts. Every count becomes the larger of the two, so
-- that any number of processes may do this in any order, and none ever lowers a count.
-- KEYS: service counts, secret, then callers' records. ARGV: given time, an epoch to begin if there is none, secret,
-- highest time seen, the day of the counts, one count for each service window, then one for each record.
-- Answers the epoch.
if ARGV[3] ~= '' then redis.call('SET', KEYS[2], ARGV[3], 'NX') end
local service = open_service(KEYS[1])
if service.epoch == '' then service.epoch = ARGV[2] end
service.now = math.max((steady_time(ARGV[1], service.now)), tonumber(ARGV[4]))
local day = tonumber(ARGV[5])
-- Counts of a day that is over are of no use to anybody.
local is_today = day == day_of(service.now)
if is_today then
  turn_day(service, day)
  for i = 1, SERVICE_WINDOWS do service[i] = math.max(service[i], tonumber(ARGV[5 + i])) end
end
save_service(KEYS[1], service)
if not is_today then return service.epoch end

for i = 3, #KEYS do
  local units = tonumber(ARGV[5 + SERVICE_WINDOWS + i - 2])
  local record = open_record(KEYS[i])
  local expires = expiry_after(day, service.now)
  if record.day < day then record.day, record.units = day, 0 end
  if record.day == day and record.units < units then
    record.units = units
    if record.size > 0 then
      redis.call('SETRANGE', KEYS[i], 0, header_of(record))
      redis.call('PEXPIREAT', KEYS[i], expires)
    else
      save_whole(record, '', expires)
    end
  end
end
return service.epoch

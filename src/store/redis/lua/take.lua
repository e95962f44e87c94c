-- The one decision: every window is checked, then all are taken or none is touched.
-- KEYS: service counts, caller's record. ARGV: given time, epoch, minute limit, day limit, then (number, limit) of
-- each service window. Answers {1 admitted | 0 refused, the clock, the windows' time, window, remaining, when it
-- frees, units of the caller's day, count of each service window}, or {-1} where the counts are not those that the
-- asker knew: they were lost.
local service = open_service(KEYS[1])
if service.epoch ~= ARGV[2] then return { -1 } end

local now, clock = steady_time(ARGV[1], service.now)
service.now = now
local day = day_of(now)
local midnight = (day + 1) * DAY_MS
turn_day(service, day)
local record = open_record(KEYS[2])
drop_expired(record, now)

local limits = { tonumber(ARGV[3]), tonumber(ARGV[4]) }
local counts = { record.alive, record.day == day and record.units or 0 }
for i = 5, #ARGV, 2 do
  counts[#counts + 1] = service[tonumber(ARGV[i])]
  limits[#limits + 1] = tonumber(ARGV[i + 1])
end

-- Refused: by the window that frees last; of two that free together, by the first.
local refusing, frees_last = 0, -1
for i = 1, #limits do
  if counts[i] >= limits[i] then
    local frees = midnight
    -- Where the limit was lowered, more than one unit must go. A limit of none never frees: one whole window is named.
    if i == 1 then frees = nth_expiry(record, counts[1] - limits[1] + 1) or now + MINUTE_MS end
    if frees > frees_last then refusing, frees_last = i, frees end
  end
end
if refusing > 0 then
  -- Time goes on for a refusal too.
  save_service(KEYS[1], service)
  return { 0, clock, now, refusing, 0, frees_last, unpack(counts, 2) }
end

local oldest = record.alive > 0 and entry_at(record, record.head) or now
-- The first write is one that a full server refuses: so it refuses before anything is written.
add_unit(record, now, day)
for i = 5, #ARGV, 2 do
  local window = tonumber(ARGV[i])
  service[window] = service[window] + 1
end
save_service(KEYS[1], service)

-- Admitted: the window with the fewest left; of two, the one that resets later; then the first.
local tightest, fewest, resets = 0, 0, 0
for i = 1, #limits do
  counts[i] = counts[i] + 1
  local left = limits[i] - counts[i]
  local reset = i == 1 and oldest + MINUTE_MS or midnight
  if tightest == 0 or left < fewest or (left == fewest and reset > resets) then
    tightest, fewest, resets = i, left, reset
  end
end
return { 1, clock, now, tightest, fewest, resets, unpack(counts, 2) }

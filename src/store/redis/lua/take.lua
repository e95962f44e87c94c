-- The one decision: every window is checked, then all are taken or none is touched.
-- KEYS: service counts, then the records of the caller and, under an agreement, of its whole network.
-- ARGV: given time, epoch, ticket, then minute limit and day limit of each record, then (number, limit) of each service
-- window. Answers {ticket, 1 admitted | 0 refused, the clock, the windows' time, then of each window: units taken
-- before, when it resets, when it frees}, or {ticket, -1} where the counts are not those that the asker knew: they were
-- lost. The ticket tells this answer from one to another question.
local service = open_service(KEYS[1])
local ticket = tonumber(ARGV[3])
if service.epoch ~= ARGV[2] then return { ticket, -1 } end

local now, clock = steady_time(ARGV[1], service.now)
service.now = now
local day = day_of(now)
local midnight = (day + 1) * DAY_MS
turn_day(service, day)

local reply = { ticket, 1, clock, now }
local function add_window(used, limit, resets, frees)
  reply[#reply + 1], reply[#reply + 2], reply[#reply + 3] = used, resets, frees
  if used >= limit then reply[2] = 0 end
end

local records = {}
for i = 2, #KEYS do
  local record = open_record(KEYS[i])
  drop_expired(record, now)
  local minute_limit, day_limit = tonumber(ARGV[i * 2]), tonumber(ARGV[i * 2 + 1])
  local resets = record.alive > 0 and entry_at(record, record.head) + MINUTE_MS or now + MINUTE_MS
  local frees = now + MINUTE_MS
  -- Where the limit was lowered, more than one unit must go. A limit of none never frees: one whole window is named.
  if record.alive >= minute_limit then frees = nth_expiry(record, record.alive - minute_limit + 1) or frees end
  add_window(record.alive, minute_limit, resets, frees)
  add_window(record.day == day and record.units or 0, day_limit, midnight, midnight)
  records[#records + 1] = record
end
local first = 4 + 2 * #records
for i = first, #ARGV, 2 do add_window(service[tonumber(ARGV[i])], tonumber(ARGV[i + 1]), midnight, midnight) end

if reply[2] == 1 then
  -- The first write is one that a full server refuses: so it refuses before anything is written.
  for _, record in ipairs(records) do add_unit(record, now, day) end
  for i = first, #ARGV, 2 do
    local window = tonumber(ARGV[i])
    service[window] = service[window] + 1
  end
end
-- Time goes on for a refusal too.
save_service(KEYS[1], service)
return reply

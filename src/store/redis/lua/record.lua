-- One caller's record for one kind of quota, packed into a string (24 bytes with one request in it):
--   day I4 | units of that day I4 | units alive in the rolling minute I4 | index of the first entry alive I4
--   then one entry for each millisecond with units: time I6 | units I2
-- A record has at most 60,000 entries alive, whatever the limit, and a decision touches only its two ends.
local HEADER = 16
local ENTRY = 8
-- Records up to this many entries are read and written whole; longer ones at their ends only.
local WHOLE = 64
local WHOLE_END = '527'
local BLOCK = 512
local MOST_UNITS = 65535

local function read_block(record, index, entries)
  record.first = index
  record.text = redis.call('GETRANGE', record.key, HEADER + index * ENTRY, HEADER + (index + entries) * ENTRY - 1)
end

local function open_record(key)
  local text = redis.call('GETRANGE', key, '0', WHOLE_END)
  local record = { key = key, day = 0, units = 0, alive = 0, head = 0, size = 0, first = 0, text = '', whole = true }
  if #text < HEADER then return record end
  record.day, record.units, record.alive, record.head = struct.unpack('>I4I4I4I4', text)
  record.text = string.sub(text, HEADER + 1)
  record.whole = #record.text < WHOLE * ENTRY
  local bytes = record.whole and #text or redis.call('STRLEN', key)
  record.size = (bytes - HEADER) / ENTRY
  return record
end

local function entry_at(record, index)
  local at = (index - record.first) * ENTRY
  if at < 0 or at + ENTRY > #record.text then
    read_block(record, index, BLOCK)
    at = 0
  end
  return struct.unpack('>I6I2', record.text, at + 1)
end

local function last_entry(record)
  if record.whole then return entry_at(record, record.size - 1) end
  return struct.unpack('>I6I2', redis.call('GETRANGE', record.key, -ENTRY, -1))
end

-- A unit taken at t is gone at t + 60,000 ms. Empty entries (given back) go as soon as they are the oldest.
local function drop_expired(record, now)
  if record.size > record.head and last_entry(record) + MINUTE_MS <= now then
    record.head, record.alive = record.size, 0
  end
  while record.head < record.size do
    local time, units = entry_at(record, record.head)
    if time + MINUTE_MS > now and units > 0 then break end
    if time + MINUTE_MS <= now then record.alive = record.alive - units end
    record.head = record.head + 1
  end
end

-- When the nth oldest unit alive expires.
local function nth_expiry(record, nth)
  local index = record.head
  while index < record.size do
    local time, units = entry_at(record, index)
    nth = nth - units
    if nth <= 0 then return time + MINUTE_MS end
    index = index + 1
  end
  return nil
end

local function header_of(record)
  return struct.pack('>I4I4I4I4', record.day, record.units, record.alive, record.head)
end

-- Within a day a record keeps the expiry that it has; `expires` is nil then.
local function save_whole(record, entries, expires)
  record.head = 0
  local text = header_of(record) .. entries
  if expires then
    redis.call('SET', record.key, text, 'PXAT', expires)
  else
    redis.call('SET', record.key, text, 'KEEPTTL')
  end
end

local function save_ends(record, joins_last, entry, expires)
  if joins_last then
    redis.call('SETRANGE', record.key, HEADER + (record.size - 1) * ENTRY, entry)
  else
    redis.call('APPEND', record.key, entry)
  end
  redis.call('SETRANGE', record.key, 0, header_of(record))
  if expires then redis.call('PEXPIREAT', record.key, expires) end
end

-- Adds one unit at `now` to the minute and to the day, and writes the record.
local function add_unit(record, now, day)
  local expires = record.day ~= day and expiry_after(day, now) or nil
  if expires then record.day, record.units = day, 0 end
  record.units = record.units + 1
  record.alive = record.alive + 1
  local time, units = 0, 0
  if record.size > record.head then time, units = last_entry(record) end
  local joins_last = time == now and units < MOST_UNITS
  local entry = struct.pack('>I6I2', now, joins_last and units + 1 or 1)
  if not record.whole and record.head * 2 <= record.size then
    return save_ends(record, joins_last, entry, expires)
  end
  -- Dead entries are half of it, or it is short: written anew without them.
  local from = HEADER + record.head * ENTRY
  local alive = record.whole and string.sub(record.text, record.head * ENTRY + 1) or redis.call('GETRANGE', record.key, from, -1)
  if joins_last then alive = string.sub(alive, 1, -ENTRY - 1) end
  save_whole(record, alive .. entry, expires)
end

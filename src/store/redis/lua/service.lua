-- The counts of the whole service, packed into one permanent string, because one string is read and written several
-- times as fast as a hash: highest time seen I6 | day I4 | units of that day, I4 for each window | epoch
local SERVICE_WINDOWS = 4
local SERVICE_FORMAT = '>I6I4I4I4I4I4'
local SERVICE_BYTES = 26

local function open_service(key)
  local text = redis.call('GET', key)
  if not text then return { now = 0, day = 0, epoch = '', 0, 0, 0, 0 } end
  local service = { epoch = string.sub(text, SERVICE_BYTES + 1) }
  service.now, service.day, service[1], service[2], service[3], service[4] = struct.unpack(SERVICE_FORMAT, text)
  return service
end

-- A new day begins with no count at all.
local function turn_day(service, day)
  if service.day >= day then return end
  service.day = day
  for i = 1, SERVICE_WINDOWS do service[i] = 0 end
end

local function save_service(key, service)
  local counts = struct.pack(SERVICE_FORMAT, service.now, service.day, service[1], service[2], service[3], service[4])
  redis.call('SET', key, counts .. service.epoch)
end

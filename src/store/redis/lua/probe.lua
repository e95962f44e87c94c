-- Is this a server that takes writes, and are the counts still those that the asker knows?
-- KEYS: service counts, probe. ARGV: an epoch to begin if there is none ('' to begin none). Answers the epoch or ''.
redis.call('SET', KEYS[2], '1', 'PX', '60000')
local service = open_service(KEYS[1])
if service.epoch == '' and ARGV[1] ~= '' then
  service.epoch = ARGV[1]
  save_service(KEYS[1], service)
end
return service.epoch

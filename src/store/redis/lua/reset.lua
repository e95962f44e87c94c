-- The counts of the whole service begin anew, at the time that the server's clock has now; their epoch stays, because
-- nothing was lost. KEYS: service counts. ARGV: channel, message.
local service = open_service(KEYS[1])
service.now, service.day = 0, 0
for i = 1, SERVICE_WINDOWS do service[i] = 0 end
save_service(KEYS[1], service)
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 1

-- KEYS: service counts. ARGV: given time. Answers the count of each service window in the day that is now.
local service = open_service(KEYS[1])
turn_day(service, day_of((steady_time(ARGV[1], service.now))))
return { service[1], service[2], service[3], service[4] }

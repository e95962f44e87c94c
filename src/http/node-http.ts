/**
 * What the servers use of `node:http`. An import of that module evaluates all of its exports, and one of them loads the
 * HTTP client of Node with TLS, HTTP/2 and web streams, which takes 60 ms of every start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

/** Node's HTTP alone: an `import` of `node:http` would read every name of it, and load a fetch and a WebSocket client with them. */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

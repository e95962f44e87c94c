/** The tool call that the benchmarks make. */
export const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'search_esim_plans',
    arguments: { country: 'TR', days: 7, need: 'normal', sort: 'cheapest' },
  },
});

export const CALL_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-11-25',
} as const;

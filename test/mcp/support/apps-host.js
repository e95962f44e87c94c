/** A host of MCP Apps for the browser, made of the official bridge; `cards.test.ts` bundles it. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const heard = { links: [], sizes: [], toolCalls: 0 };
let bridge;

globalThis.host = {
  heard,
  refusesLinks: false,
  /** Ends once the page has said that it is ready and has its result. */
  async open({ theme, locale, variables, tool }) {
    const frame = document.querySelector('iframe');
    bridge = new AppBridge(
      null,
      { name: 'test-host', version: '1.0.0' },
      { openLinks: {}, serverTools: {} },
      { hostContext: { theme, locale, displayMode: 'inline', styles: { variables } } },
    );
    bridge.onopenlink = async ({ url }) => {
      heard.links.push(url);
      return globalThis.host.refusesLinks ? { isError: true } : {};
    };
    bridge.onsizechange = (size) => {
      heard.sizes.push(size);
      if (size.height !== undefined) frame.style.height = `${size.height}px`;
    };
    bridge.oncalltool = async () => {
      heard.toolCalls += 1;
      return { content: [] };
    };
    const ready = new Promise((resolve) => {
      bridge.oninitialized = resolve;
    });
    const view = frame.contentWindow;
    await bridge.connect(new PostMessageTransport(view, view));
    frame.src = 'https://sandbox.example/cards.html';
    await ready;
    await bridge.sendToolInput({ arguments: tool.arguments });
    await bridge.sendToolResult(tool.result);
  },
  result: (result) => bridge.sendToolResult(result),
  cancel: () => bridge.sendToolCancelled({ reason: 'test' }),
  theme: (theme) => bridge.sendHostContextChange({ theme }),
  locale: (locale) => bridge.sendHostContextChange({ locale }),
  ping: () => bridge.request({ method: 'ping' }),
  teardown: () => bridge.teardownResource({}),
};

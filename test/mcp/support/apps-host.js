/** A host of MCP Apps for the browser, made of the official bridge. It shows one app after the other. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

let bridge;

/** A frame without an app, in place of the one before. */
function newFrame() {
  const frame = document.createElement('iframe');
  frame.title = 'App';
  frame.sandbox = 'allow-scripts';
  frame.style = 'border:0;width:100%;height:200px';
  document.body.replaceChildren(frame);
  return frame;
}

globalThis.host = {
  /** Ends once the page has said that it is ready and has its result. */
  async open({ theme, locale, variables, tool }) {
    await bridge?.close();
    const frame = newFrame();
    const heard = { links: [], sizes: [], toolCalls: 0 };
    Object.assign(globalThis.host, { heard, refusesLinks: false });
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

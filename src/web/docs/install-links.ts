/** Links that add the MCP server of this service to an assistant. Each host documents the form of its own link. */

export interface InstallLink {
  readonly host: string;
  readonly href: string;
}

/** Under this name the hosts list the server. Some of them allow ASCII only. */
const SERVER = 'esim';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

const withParameters = (address: string, parameters: Readonly<Record<string, string>>): string =>
  `${address}?${new URLSearchParams(parameters).toString()}`;

export function installLinks({
  mcpUrl,
  serviceName,
}: {
  mcpUrl: string;
  serviceName: string;
}): InstallLink[] {
  const config = { url: mcpUrl };
  return [
    {
      host: 'Claude',
      href: withParameters('https://claude.ai/customize/connectors', {
        modal: 'add-custom-connector',
        connectorName: serviceName,
        connectorUrl: mcpUrl,
      }),
    },
    {
      host: 'Cursor',
      href: withParameters('https://cursor.com/install-mcp', { name: SERVER, config: base64(config) }),
    },
    {
      host: 'VS Code',
      href: withParameters('https://vscode.dev/redirect/mcp/install', {
        name: SERVER,
        config: JSON.stringify({ type: 'http', ...config }),
      }),
    },
    {
      host: 'LM Studio',
      href: withParameters('https://lmstudio.ai/install-mcp', { name: SERVER, config: base64(config) }),
    },
    {
      host: 'Kiro',
      href: withParameters('https://kiro.dev/launch/mcp/add', {
        name: SERVER,
        config: JSON.stringify(config),
      }),
    },
  ];
}

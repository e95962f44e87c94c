/**
 * The MCP registry's published schema of `server.json` (schemas/2025-12-11/server.schema.json): all of its definitions and
 * rules, without the remarks. A newer one is told here when `/server.json` names it.
 */
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const uri = { type: 'string', format: 'uri' } as const;
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
const list = (items: object) => ({ type: 'array', items });
const members = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});
const to = (name: string) => ({ $ref: `#/definitions/${name}` });
const variables = { type: 'object', additionalProperties: to('Input') };
const remote = (type: string) =>
  members(
    {
      headers: list(to('KeyValueInput')),
      type: oneOf(type),
      url: { type: 'string', format: 'uri-template' },
    },
    'type',
    'url',
  );

export const REGISTRY_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...to('ServerDetail'),
  definitions: {
    ServerDetail: members(
      {
        $schema: uri,
        _meta: members({
          'io.modelcontextprotocol.registry/publisher-provided': {
            type: 'object',
            additionalProperties: true,
          },
        }),
        description: { type: 'string', minLength: 1, maxLength: 100 },
        icons: list(to('Icon')),
        name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
        packages: list(to('Package')),
        remotes: list(to('RemoteTransport')),
        repository: to('Repository'),
        title: { type: 'string', minLength: 1, maxLength: 100 },
        version: { type: 'string', maxLength: 255 },
        websiteUrl: uri,
      },
      'name',
      'description',
      'version',
    ),
    Icon: members(
      {
        mimeType: oneOf('image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'),
        sizes: list({ type: 'string', pattern: '^(\\d+x\\d+|any)$' }),
        src: { ...uri, maxLength: 255 },
        theme: oneOf('light', 'dark'),
      },
      'src',
    ),
    RemoteTransport: {
      allOf: [{ anyOf: [to('StreamableHttpTransport'), to('SseTransport')] }, members({ variables })],
    },
    StreamableHttpTransport: remote('streamable-http'),
    SseTransport: remote('sse'),
    StdioTransport: members({ type: oneOf('stdio') }, 'type'),
    LocalTransport: {
      anyOf: [to('StdioTransport'), to('StreamableHttpTransport'), to('SseTransport')],
    },
    Repository: members({ id: text, source: text, subfolder: text, url: uri }, 'url', 'source'),
    Package: members(
      {
        environmentVariables: list(to('KeyValueInput')),
        fileSha256: { type: 'string', pattern: '^[a-f0-9]{64}$' },
        identifier: text,
        packageArguments: list(to('Argument')),
        registryBaseUrl: uri,
        registryType: text,
        runtimeArguments: list(to('Argument')),
        runtimeHint: text,
        transport: to('LocalTransport'),
        version: { type: 'string', minLength: 1, not: { const: 'latest' } },
      },
      'registryType',
      'identifier',
      'transport',
    ),
    Argument: { anyOf: [to('PositionalArgument'), to('NamedArgument')] },
    NamedArgument: {
      allOf: [
        to('InputWithVariables'),
        members({ isRepeated: flag, name: text, type: oneOf('named') }, 'type', 'name'),
      ],
    },
    PositionalArgument: {
      allOf: [
        to('InputWithVariables'),
        {
          anyOf: [{ required: ['valueHint'] }, { required: ['value'] }],
          ...members({ isRepeated: flag, type: oneOf('positional'), valueHint: text }, 'type'),
        },
      ],
    },
    KeyValueInput: { allOf: [to('InputWithVariables'), members({ name: text }, 'name')] },
    InputWithVariables: { allOf: [to('Input'), members({ variables })] },
    Input: members({
      choices: list(text),
      default: text,
      description: text,
      format: oneOf('string', 'number', 'boolean', 'filepath'),
      isRequired: flag,
      isSecret: flag,
      placeholder: text,
      value: text,
    }),
  },
};

/** eSIM Access: the connector sends the access code. If the operator has a secret key too, each request is signed. */
import { createHmac } from 'node:crypto';
import type { ConnectorCode } from '../feed/connector.ts';

export default {
  optionalCredentials: ['secret_key'],
  complete(request, context) {
    if (!context.hasCredential('secret_key')) return request;
    const code = context.credential('access_code');
    const [timestamp, requestId] = [String(context.now()), context.nonce()];
    const signature = createHmac('sha256', context.credential('secret_key'))
      .update(timestamp + requestId + code + (request.body ?? ''))
      .digest('hex');
    const signed = { 'rt-timestamp': timestamp, 'rt-requestid': requestId, 'rt-signature': signature };
    return { ...request, headers: { ...request.headers, ...signed } };
  },
} satisfies ConnectorCode;

import { rmSync } from 'node:fs';

/**
 * Removes a folder in which a service may still write, because the hooks of a test run in the order of their
 * registration, and the folder was created before the service.
 */
export const removeFolder = (path: string): void =>
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });

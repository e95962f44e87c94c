/** Writes down every package that was read by the moment the service says that it listens. For `node --import`. */
import fs from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const read = new Set<string>();

if (isMainThread) {
  registerHooks({
    load(url, context, next) {
      const name = PACKAGE.exec(url)?.[1];
      if (name !== undefined) read.add(name);
      return next(url, context);
    },
  });
  // The log writes to the file descriptor itself, so this is where its line is seen before anybody can act on it.
  fs.write = new Proxy(fs.write, {
    apply(write, self, given) {
      if (String(given[1]).includes('"msg":"listening"'))
        fs.writeFileSync(process.env['READ_PACKAGES']!, JSON.stringify([...read]));
      return Reflect.apply(write, self, given);
    },
  });
}

/** Landing pages for feeds that carry none: the operator writes the address once, with places to fill in. */
import { FeedError } from '../adapter.ts';

const PLACEHOLDER = /\{([a-z_][a-z0-9_.]{0,60})\}/gi;

/** "https://shop.example/{slug}?plan={id}" with values put in, each escaped for an address. */
export function fillLink(template: string, values: (name: string) => string | null): string {
  return template.replace(PLACEHOLDER, (_whole, name: string) => {
    const value = values(name);
    if (value === null)
      throw new FeedError(`The link template names {${name}}, which this feed does not have.`);
    return encodeURIComponent(value);
  });
}

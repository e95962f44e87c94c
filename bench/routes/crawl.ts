/** The requests of a crawler: every page that is rendered at its first request, and every document. */
import { COUNTRIES } from '../../src/domain/countries.ts';
import { ALL_TEXTS } from '../../src/texts/texts.ts';
import type { Input } from './values.ts';

const ENCODINGS = ['identity', 'br', 'gzip'];

/** Each path in each language, with and without `lang`, and in each encoding. */
const variantsOf = (paths: readonly string[]): Input[] =>
  paths.flatMap((path) =>
    ALL_TEXTS.flatMap(({ code }) =>
      ENCODINGS.flatMap((encoding): Input[] => [
        { path, headers: { 'Accept-Encoding': encoding, 'Accept-Language': code } },
        { path: `${path}?lang=${code}`, headers: { 'Accept-Encoding': encoding } },
      ]),
    ),
  );

export const countryPages = (): Input[] => variantsOf(COUNTRIES.map(({ code }) => `/esim/${code}`));
export const documents = (routes: readonly string[]): Input[] =>
  variantsOf(routes.filter((path) => !path.includes(':')));

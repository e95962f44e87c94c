/** A source's credentials: read by variable name, given to its adapter alone, and kept out of every text. */

export type Environment = Readonly<Record<string, string | undefined>>;

export class MissingCredential extends Error {
  override readonly name = 'MissingCredential';
}

/** Shorter values occur in ordinary words. */
const SECRET_MIN = 6;
const PUBLIC_ROLE = /(^|_)(id|partner|merchant|account)$/;
const BLOT = '[redacted]';

export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(
  source: { readonly id: string; readonly credentials: Readonly<Record<string, string>> },
  env: Environment,
) {
  const hidden = new Set<string>();
  const secret = new Set<string>();
  const hide = (value: string, isSecret: boolean) => {
    for (const spelling of spellingsOf(value)) {
      hidden.add(spelling);
      if (isSecret) secret.add(spelling);
    }
  };
  for (const [role, name] of Object.entries(source.credentials)) {
    const value = env[name];
    if (value !== undefined) hide(value, !PUBLIC_ROLE.test(role));
  }
  return {
    credential: (role: string): string => {
      const name = source.credentials[role];
      if (name === undefined)
        throw new MissingCredential(`source "${source.id}" names no variable for "${role}"`);
      const value = env[name];
      if (value === undefined || value === '')
        throw new MissingCredential(
          `the environment variable ${name} ("${role}" of "${source.id}") is not set`,
        );
      return value;
    },
    /** Adds a secret that only came to be during the run, such as a token. */
    learn: (value: string): void => {
      hide(value, true);
      // "Bearer x" and "Basic x": the second word is the secret.
      const word = value.split(' ').at(-1);
      if (word !== undefined && word !== value) hide(word, true);
    },
    /** The text without any secret in any usual spelling. */
    redact: (text: string): string => {
      let clean = text;
      for (const spelling of hidden) clean = clean.replaceAll(spelling, BLOT);
      return clean;
    },
    /** True where a text holds a secret. Ids do not count: affiliate ids stand in links by design. */
    leaks: (text: string): boolean => secret.values().some((spelling) => text.includes(spelling)),
  };
}

function spellingsOf(value: string): string[] {
  if (value.length < SECRET_MIN) return [];
  const encoded = [encodeURIComponent(value), new URLSearchParams({ v: value }).toString().slice(2)];
  const base64 = Buffer.from(value).toString('base64');
  return [value, ...encoded, base64, JSON.stringify(value).slice(1, -1)];
}

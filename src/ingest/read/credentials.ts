/** The credentials of a source. They come from environment variables and are redacted in every text. */
import { type Environment, secretOf, UnusableSecret } from '../../operator-files/secrets.ts';

export class MissingCredential extends Error {
  override readonly name = 'MissingCredential';
}

/** Shorter values are not redacted, because they occur in ordinary words. */
const SECRET_MIN = 6;
/** Roles whose values are no secrets, because affiliate links contain them. */
const PUBLIC_ROLE = /(^|_)(id|partner|merchant|account)$/;
const REPLACEMENT = '[redacted]';

export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(
  source: { readonly id: string; readonly credentials: Readonly<Record<string, string>> },
  env: Environment,
) {
  const redacted = new Set<string>();
  /** Those of `redacted` that must not be published. */
  const secret = new Set<string>();
  const hide = (value: string, isSecret: boolean) => {
    for (const spelling of spellingsOf(value)) {
      redacted.add(spelling);
      if (isSecret) secret.add(spelling);
    }
  };
  for (const [role, name] of Object.entries(source.credentials)) {
    try {
      const value = secretOf(env, name);
      if (value !== undefined) hide(value, !PUBLIC_ROLE.test(role));
    } catch {
      // A file that cannot be read has nothing to hide. The source fails when it needs the credential.
    }
  }
  return {
    credential: (role: string): string => {
      const name = source.credentials[role];
      if (name === undefined)
        throw new MissingCredential(`source "${source.id}" names no variable for "${role}"`);
      const value = secretFor(name, env);
      if (value === undefined)
        throw new MissingCredential(
          `the environment variable ${name} ("${role}" of "${source.id}") is not set, and neither is ${name}_FILE`,
        );
      return value;
    },
    /** Adds a secret that is only known since the run began, such as a token. */
    learn: (value: string): void => {
      hide(value, true);
      // "Bearer x" and "Basic x": the second word is the secret.
      const word = value.split(' ').at(-1);
      if (word !== undefined && word !== value) hide(word, true);
    },
    /** Removes all credentials from the text, also in their usual encodings. */
    redact: (text: string): string => {
      let clean = text;
      // The longest first, because a credential may be the beginning of another one.
      for (const spelling of [...redacted].sort((a, b) => b.length - a.length))
        clean = clean.replaceAll(spelling, REPLACEMENT);
      return clean;
    },
    /** True if a text contains a secret. */
    leaks: (text: string): boolean => secret.values().some((spelling) => text.includes(spelling)),
  };
}

function spellingsOf(value: string): string[] {
  if (value.length < SECRET_MIN) return [];
  const encoded = [encodeURIComponent(value), new URLSearchParams({ v: value }).toString().slice(2)];
  const base64 = Buffer.from(value).toString('base64');
  return [value, ...encoded, base64, JSON.stringify(value).slice(1, -1)];
}

function secretFor(name: string, env: Environment): string | undefined {
  try {
    return secretOf(env, name);
  } catch (error) {
    if (!(error instanceof UnusableSecret)) throw error;
    throw new MissingCredential(`${error.variable} ${error.message}`);
  }
}

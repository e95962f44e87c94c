/** A feed's bytes as text or JSON. What is not what was promised fails the whole feed, loudly. */
import { gunzipSync } from 'node:zlib';
import { FeedError, type FeedPage } from '../adapter.ts';

/** A feed of a million plans is about 200 MB as text; more than this is a decompression bomb. */
const UNPACKED_BYTES_MAX = 512 * 1024 * 1024;

/** Some product feeds are gzip files, whatever their content type says. */
export function unpacked(page: FeedPage): Uint8Array {
  const { body } = page;
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch {
    throw new FeedError('The feed is a damaged or oversized gzip file.');
  }
}

/** A web page where data was promised: a login form, an error page, a parked domain. */
const WEB_PAGE = /^(?:<!doctype html|<html)/i;

export function refuseWebPage(start: string): void {
  const trimmed = start.trimStart();
  if (trimmed === '') throw new FeedError('The feed is empty.');
  if (WEB_PAGE.test(trimmed)) throw new FeedError('The feed answered with a web page instead of data.');
}

export function textOf(page: FeedPage): string {
  const text = new TextDecoder('utf-8').decode(unpacked(page));
  refuseWebPage(text.slice(0, 1000));
  return text;
}

export function jsonOf(page: FeedPage): unknown {
  const text = textOf(page);
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedError(`Page ${page.number} of the feed is not JSON, or breaks off.`);
  }
}

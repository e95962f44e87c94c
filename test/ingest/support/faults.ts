import assert from 'node:assert/strict';
import { FetchFault } from '../../../src/ingest/read/fault.ts';

/** Returns the code of the fault with which a request ends, or `fine`. Every other error is a defect. */
export async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'fine';
  } catch (error) {
    assert.ok(error instanceof FetchFault, String(error));
    return error.code;
  }
}

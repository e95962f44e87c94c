import { type RequestKind, WINDOWS_OF } from '../policies.ts';

export const REQUEST_KINDS = Object.keys(WINDOWS_OF) as RequestKind[];

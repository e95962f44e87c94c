/**
 * Routes whose code is read when somebody first asks for one of them, or in a quiet moment after the start: a start
 * then waits only for what answers comparisons.
 */
import type { Route } from './route.ts';

/** What the router must know before the code is read. */
export type RouteHead = Pick<Route, 'path' | 'method' | 'area'>;

export interface LazyRoutes {
  readonly routes: readonly Route[];
  /** Reads the code now. Safe to call again: it is read once. */
  readonly load: () => Promise<void>;
}

type Handle = Route['handle'];

export function lazyRoutes(heads: readonly RouteHead[], read: () => Promise<readonly Route[]>): LazyRoutes {
  let handles: ReadonlyMap<string, Handle> | null = null;
  let reading: Promise<void> | null = null;
  const load = () => {
    reading ??= read().then((routes) => {
      handles = new Map(routes.map((route) => [route.path, route.handle]));
    });
    return reading;
  };
  const routeOf = (head: RouteHead): Route => {
    let own: Handle | null = null;
    const handle: Handle = (request) => {
      if (own !== null) return own(request);
      if (handles === null) return load().then(() => handle(request));
      own = handleOf(handles, head.path);
      return own(request);
    };
    return { ...head, handle };
  };
  return { routes: heads.map(routeOf), load };
}

function handleOf(handles: ReadonlyMap<string, Handle>, path: string): Handle {
  const handle = handles.get(path);
  if (handle === undefined) throw new Error(`no code was found for the route ${path}`);
  return handle;
}

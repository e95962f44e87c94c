/** The pages: what a traveller and a developer meet in a browser. Everything here speaks HTML, its errors too. */

import type { Problem } from '../http/problems.ts';
import type { Route } from '../http/route.ts';
import { sendAsset } from './assets.ts';
import { compareHandler } from './compare.ts';
import { contextOf, type PageOptions } from './context.ts';
import { docPages } from './docs/pages.ts';
import { docPage } from './docs/render.ts';
import { homePage } from './home.ts';
import { tongueOf } from './language.ts';
import { problemPage } from './problem.ts';
import { PageShelf, sendPage } from './send.ts';
import { llmsTxt, robotsTxt, securityTxt } from './wellknown.ts';

/** A page of ours may be a few minutes old; nothing on it is personal. */
const CACHE = { 'Cache-Control': 'public, max-age=300' } as const;

export interface WebOptions extends PageOptions {
  readonly openApi: () => object;
}

export function webRoutes(options: WebOptions): Route[] {
  const context = contextOf(options);
  const shelf = new PageShelf();
  const get = (path: string, handle: Route['handle']): Route => ({
    path,
    method: 'GET',
    area: 'page',
    handle,
  });
  const text = (path: string, make: () => string): Route =>
    get(path, () => ({
      status: 200,
      headers: { ...CACHE, 'Content-Type': 'text/plain; charset=utf-8' },
      body: make(),
    }));

  const home: Route['handle'] = (request) => {
    const tongue = tongueOf(request.query, request.headers);
    const edition = context.catalogue()?.version ?? 'none';
    const page = shelf.get('/', tongue, edition, () => homePage(context, tongue));
    return sendPage(page, request, { tongue, headers: CACHE });
  };

  const docs = docPages(context, options.openApi).map((page) =>
    get(page.path, (request) => {
      const tongue = tongueOf(request.query, request.headers);
      const rendered = shelf.get(page.path, tongue, '', () => docPage(context, page, tongue));
      return sendPage(rendered, request, { tongue, headers: CACHE });
    }),
  );

  const assets: Route['handle'] = (request) => {
    const asset = context.assets.find(request.params['file'] ?? '');
    if (asset !== null) return sendAsset(asset, request);
    return problemPage(context, NO_ASSET, tongueOf('', request.headers));
  };

  return [
    get('/', home),
    get('/compare', compareHandler(context)),
    ...docs,
    get('/assets/:file', assets),
    get('/favicon.svg', (request) => sendAsset(context.assets.icon, request, false)),
    get('/favicon.ico', (request) => sendAsset(context.assets.oldIcon, request, false)),
    text('/robots.txt', robotsTxt),
    text('/llms.txt', () => llmsTxt(context)),
    text('/.well-known/security.txt', () => securityTxt(context, context.clock())),
  ];
}

const NO_ASSET: Problem = { code: 'not_found', detail: 'This file is of another version of the pages.' };

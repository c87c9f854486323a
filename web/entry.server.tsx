import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router';
import { siteContext, type SiteRequest } from './api/site-context.ts';
import { LOCALES } from '#core/locale.ts';
import fonts from '#ui/fonts.css?inline';
import tokens from '#ui/tokens.css?inline';
import app from './app.css?inline';
import { ALL_MESSAGES } from './i18n/all-messages.ts';
import { localeOf } from './i18n/locale.ts';
import { MESSAGE_FILES } from './i18n/load-messages.ts';
import { PAGE_NAMESPACES } from './page-namespaces.ts';
import { setBrandNames, registerMessages } from './i18n/translator.ts';
import { NonceContext, PagePartsContext } from './loading/page-parts.ts';
import { renderedFacts } from './pairs/render-facts.tsx';

export { setBrandNames, siteContext };

/** The only style sheet, inline in every page. The content security policy allows it by its hash. */
export const sheet = [fonts, tokens, app].join('\n');

for (const locale of LOCALES) registerMessages(locale, ALL_MESSAGES[locale]);

/** URLs of a page's message files: those of every page, and its own. */
function messageFilesOf(entry: EntryContext, url: string): readonly string[] {
  const files = MESSAGE_FILES[localeOf(new URL(url).pathname)];
  const pages = entry.staticHandlerContext.matches.map(({ route }) => route.id.slice(route.id.indexOf('/') + 1));
  return ['shell' as const, ...pages.flatMap((page) => PAGE_NAMESPACES[page] ?? [])].map((name) => files[name]);
}

export const streamTimeout = 5_000;

/** Delay before a form is sent again after a 503. */
const FORM_RETRY_SECONDS = 5;

/** Renders a page. Every inline script gets the nonce of the response's content security policy. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  // A form that could not be processed is rendered again with its values and a message; the page itself did not fail
  if (status === 503 && entry.staticHandlerContext.errors === null) headers.set('retry-after', String(FORM_RETRY_SECONDS));
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, report } = context.get(siteContext);
  const parts = { sheet, messageFiles: messageFilesOf(entry, request.url), facts: context.get(renderedFacts) };
  const page = (
    <NonceContext value={nonce}>
      <PagePartsContext value={parts}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PagePartsContext>
    </NonceContext>
  );
  return renderPage(page, { nonce, report }).then((html) => new Response(html, { status, headers }));
}

/** A stream that gives all written bytes as one buffer when it ends. */
function collector(done: (bytes: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks));
      next();
    },
  });
}

/** Renders the whole page before it is sent: in one piece it needs no scripts that would move late parts into their places. */
function renderPage(page: ReactNode, { nonce, report }: Pick<SiteRequest, 'nonce' | 'report'>): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Lazy parts are rendered in place, not moved there by a script
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        pipe(collector(resolve));
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError: report,
    });
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Reports faults; a missing page and an aborted request are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(siteContext).report(error);
};

import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { createRequest } from '@remix-run/node-fetch-server';
import fastify from 'fastify';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createRequestHandler, type EntryContext, Outlet, Scripts, type ServerBuild, ServerRouter } from 'react-router';

// The smallest page of the framework: its own handler in a bare server, a root with its scripts and one empty page below it.
const Root = () =>
  createElement('html', { lang: 'en' }, createElement('head'), createElement('body', null, createElement(Outlet), createElement(Scripts)));
const Page = () => createElement('p', null, 'empty');

function render(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(createElement(ServerRouter, { context, url: request.url }), {
      onShellReady() {
        const body = new PassThrough();
        pipe(body);
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
      },
      onShellError: reject,
    });
  });
}

const route = (id: string, parentId?: string) => ({
  id,
  ...(parentId === undefined ? {} : { parentId }),
  module: '/assets/page.js',
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: false,
  hasDefaultExport: true,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
});

const build: ServerBuild = {
  entry: { module: { default: render } },
  routes: {
    root: { id: 'root', path: '', module: { default: Root } },
    page: { id: 'page', parentId: 'root', index: true, module: { default: Page } },
  },
  assets: {
    version: '1',
    url: '/assets/manifest.js',
    entry: { module: '/assets/entry.js', imports: [] },
    routes: { root: route('root'), page: route('page', 'root') },
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
};

const handle = createRequestHandler(build, 'production');
const app = fastify();
app.get('/', async (request, reply) => reply.send(await handle(createRequest(request.raw, reply.raw))));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log((app.server.address() as AddressInfo).port);

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { LOCALES, type Locale } from '#core/locale.ts';
import { PRELOADED_PAGES } from './loading/preloaded-pages.ts';
import { manifestOf } from './loading/page-start.ts';

const MANIFEST = /^manifest-[\da-f]+\.js$/;
const BEGIN = 'window.__reactRouterManifest=';

interface Route {
  readonly id: string;
  readonly imports?: readonly string[];
}

/** A route for the browser, without empty members. Imports are listed for preloaded pages only: other modules load theirs themselves. */
function compactRoute({ imports = [], ...route }: Route): object {
  const isAwaited = Object.keys(PRELOADED_PAGES).some((name) => route.id.endsWith(`/${name}`));
  const members: object = isAwaited ? { ...route, imports } : route;
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Writes the framework's manifest once more for each language, with the pages of that language only: the other language is another document. */
export async function splitManifest(assets: string): Promise<void> {
  const files = (await readdir(assets)).filter((name) => MANIFEST.test(name));
  const written = files.map(async (name) => {
    const text = await readFile(`${assets}/${name}`, 'utf8');
    if (!text.startsWith(BEGIN)) throw new Error(`${name} has an unknown format: it cannot be split by language`);
    const manifest = JSON.parse(text.slice(BEGIN.length).replace(/;\s*$/, '')) as { readonly routes: Readonly<Record<string, Route>> };
    const isOf = (locale: Locale, id: string) => LOCALES.every((other) => other === locale || !id.startsWith(`${other}/`));
    await Promise.all(
      LOCALES.map((locale) => {
        const own = Object.entries(manifest.routes).filter(([id]) => isOf(locale, id));
        const routes = Object.fromEntries(own.map(([id, route]) => [id, compactRoute(route)]));
        return writeFile(`${assets}/${manifestOf(name, locale)}`, `${BEGIN}${JSON.stringify({ ...manifest, routes })};`);
      }),
    );
  });
  if (files.length === 0) throw new Error('there is no manifest of the pages');
  await Promise.all(written);
}

import { pairPath } from '#core/pair-path.ts';

/** What a tag may say, by the name of its `data-` attribute; an empty text says nothing. */
export interface WidgetWishes {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly theme: string;
  readonly accent: string;
  readonly lang: string;
  readonly rid: string;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const said = (wishes: WidgetWishes): readonly (readonly [string, string])[] =>
  Object.entries(wishes)
    .map(([name, text]: [string, string]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');

/** What a partner puts into his page: the tag, and a plain link where no scripts run. */
export function widgetSnippet(publicUrl: string, wishes: WidgetWishes, words: string): string {
  const data = said(wishes).map(([name, text]) => ` data-${name}="${escape(text)}"`);
  const path = wishes.from === '' || wishes.to === '' ? '/' : pairPath(wishes.from, wishes.to);
  const rid = wishes.rid.trim() === '' ? '' : `?rid=${encodeURIComponent(wishes.rid.trim())}`;
  const home = wishes.lang === 'en' ? (path === '/' ? '/en' : `/en${path}`) : path;
  return [
    `<script src="${publicUrl}/widget.js"${data.join('')} async></script>`,
    `<noscript><a href="${escape(publicUrl + home + rid)}">${escape(words)}</a></noscript>`,
  ].join('\n');
}

/** The frame as the tag would ask for it, for the preview. */
export const widgetAddress = (wishes: WidgetWishes): string => `/widget?${new URLSearchParams(Object.fromEntries(said(wishes)))}`;

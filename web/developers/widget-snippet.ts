import { pairPath } from '#core/link/pair-path.ts';

/** Settings of a widget, named like its `data-` attributes; an empty text is not written. */
export interface WidgetSettings {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly theme: string;
  readonly accent: string;
  readonly lang: string;
  readonly rid: string;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const nonEmpty = (settings: WidgetSettings): readonly (readonly [string, string])[] =>
  Object.entries(settings)
    .map(([name, text]: [string, string]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');

/** HTML for a partner's page: the script, and a link for pages without scripts. */
export function widgetSnippet(publicUrl: string, settings: WidgetSettings, linkText: string): string {
  const data = nonEmpty(settings).map(([name, text]) => ` data-${name}="${escape(text)}"`);
  const path = settings.from === '' || settings.to === '' ? '/' : pairPath(settings.from, settings.to);
  const rid = settings.rid.trim() === '' ? '' : `?rid=${encodeURIComponent(settings.rid.trim())}`;
  const home = settings.lang === 'en' ? (path === '/' ? '/en' : `/en${path}`) : path;
  return [
    `<script src="${publicUrl}/widget.js"${data.join('')} async></script>`,
    `<noscript><a href="${escape(publicUrl + home + rid)}">${escape(linkText)}</a></noscript>`,
  ].join('\n');
}

/** Address of the widget's frame, for the preview. */
export const widgetAddress = (settings: WidgetSettings): string => `/widget?${new URLSearchParams(Object.fromEntries(nonEmpty(settings)))}`;

import { escapeHtml } from '#core/text/escape-html.ts';

/** Escaped markup. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[] | null;

const render = (part: Part): string => {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('');
};

/** Template tag that escapes its values unless they are markup themselves. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, index) => text + render(parts[index - 1] ?? null) + string),
});

import { useEffect, useRef } from 'react';

/** The letter's own document without what leads anywhere: what is in it is our renderer's, texts in it are escaped. */
function bodyOf(html: string): readonly Node[] {
  // The page's policy lets no document bring styles: they wait under another name, and are set by us
  const { body } = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-look="'), 'text/html');
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('*')]) {
    const { look } = element.dataset;
    if (look !== undefined) element.style.cssText = look;
    element.removeAttribute('href');
  }
  const frame = document.createElement('div');
  frame.style.cssText = body.style.cssText;
  frame.append(...body.childNodes);
  return [frame];
}

/** A letter as mail programs draw it, in a room of its own: no style of the office reaches it. */
export function LetterView({ html, label }: { readonly html: string; readonly label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.replaceChildren(...bodyOf(html));
  }, [html]);
  return <div ref={place} role="img" aria-label={label} className="text-letter" />;
}

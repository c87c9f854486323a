import { escapeHtml } from './escape-html.ts';

/** A mail as data: the slip again, shorter. Texts are plain; the two renderings below escape in their own way. */
export interface Letter {
  readonly locale: 'ru' | 'en';
  readonly subject: string;
  readonly heading: string;
  /** What happens next, when, and what to do if it does not. */
  readonly lead: string;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  readonly button: { readonly label: string; readonly url: string };
  readonly footer: string;
}

/** For readers without HTML. */
export function letterText(letter: Letter): string {
  const lines = letter.lines.map((line) => `${line.label}: ${line.value}`);
  return [letter.heading, '', letter.lead, '', ...lines, '', `${letter.button.label}:`, letter.button.url, '', letter.footer, ''].join(
    '\n',
  );
}

const row = (line: Letter['lines'][number]): string => `
      <tr>
        <td style="padding:8px 12px 8px 0;border-bottom:1px solid #dfe2d9;color:#5c6a61;font-size:14px;vertical-align:top">${escapeHtml(line.label)}</td>
        <td style="padding:8px 0;border-bottom:1px solid #dfe2d9;color:#14231c;font-size:15px;text-align:right;word-break:break-word">${escapeHtml(line.value)}</td>
      </tr>`;

/** The slip for mail programs: one narrow table, styles on the elements (they know nothing else), no pictures, no scripts. */
export function letterHtml(letter: Letter): string {
  return `<!doctype html>
<html lang="${letter.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#efeee6;font-family:'Golos Text',Arial,sans-serif">
  <div style="max-width:480px;margin:0 auto;padding:28px 24px;background:#fbfaf5;border-top:2px dashed #cfd4cb;border-bottom:2px dashed #cfd4cb">
    <h1 style="margin:0 0 12px;font-size:22px;line-height:1.25;color:#14231c">${escapeHtml(letter.heading)}</h1>
    <p style="margin:0 0 20px;font-size:16px;line-height:1.5;color:#14231c">${escapeHtml(letter.lead)}</p>
    <table role="presentation" style="width:100%;border-collapse:collapse">${letter.lines.map(row).join('')}
    </table>
    <p style="margin:24px 0"><a href="${escapeHtml(letter.button.url)}" style="display:inline-block;padding:13px 20px;border-radius:6px;background:#14663f;color:#ffffff;font-size:16px;text-decoration:none">${escapeHtml(letter.button.label)}</a></p>
    <p style="margin:0;font-size:13px;line-height:1.5;color:#5c6a61">${escapeHtml(letter.footer)}</p>
  </div>
</body>
</html>
`;
}

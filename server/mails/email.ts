import { escapeHtml } from '#core/text/escape-html.ts';
import type { Deps } from '#server/deps.ts';

export interface EmailEntry {
  readonly label: string;
  readonly value: string;
  /** Groups the value is displayed in (an address, a card); joined they are the value. */
  readonly groups?: readonly string[];
  /** Link of the value. */
  readonly url?: string;
}

/** A mail as data. Texts are plain; each rendering below escapes them. */
export interface Email {
  readonly locale: 'ru' | 'en';
  readonly subject: string;
  readonly heading: string;
  /** What happens next, when, and what to do if it does not. */
  readonly lead: string;
  /** A warning against losing money, such as a wrong network. */
  readonly warning?: string | undefined;
  readonly lines: readonly EmailEntry[];
  /** Null where the entries have links. */
  readonly button: { readonly label: string; readonly url: string } | null;
  readonly footer: readonly string[];
  /** The unsubscribe link; undefined for mails that cannot be switched off. */
  readonly unsubscribe?: { readonly label: string; readonly url: string } | undefined;
}

/** The plain text rendering. */
export function emailText(email: Email): string {
  const lines = email.lines.map(({ label, value, url }) => `${label}: ${value}${url === undefined ? '' : `\n${url}\n`}`);
  const warning = email.warning === undefined ? [] : [email.warning, ''];
  const button = email.button === null ? [] : ['', `${email.button.label}:`, email.button.url];
  const unsubscribe = email.unsubscribe === undefined ? [] : [`${email.unsubscribe.label}: ${email.unsubscribe.url}`];
  return [email.heading, '', email.lead, '', ...warning, ...lines, ...button, '', ...email.footer, ...unsubscribe, ''].join('\n');
}

const NO_WRAP_LENGTH = 28;

const noWrap = (text: string, after = ''): string => `<span style="white-space:nowrap${after}">${text}</span>`;

/** A value wraps only between its groups; copying it gives the value without gaps. */
function valueHtml({ value, groups, url }: EmailEntry): string {
  const text =
    groups !== undefined && groups.length > 1
      ? groups.map((group) => noWrap(escapeHtml(group), ';padding-left:6px')).join('<wbr>')
      : value.length <= NO_WRAP_LENGTH
        ? noWrap(escapeHtml(value))
        : escapeHtml(value);
  return url === undefined ? text : `<a href="${escapeHtml(url)}" style="color:#14663f">${text}</a>`;
}

const entryHtml = (entry: EmailEntry): string => `
      <tr>
        <td style="padding:8px 12px 8px 0;border-bottom:1px solid #dfe2d9;color:#5c6a61;font-size:14px;vertical-align:top">${escapeHtml(entry.label)}</td>
        <td style="padding:8px 0;border-bottom:1px solid #dfe2d9;color:#14231c;font-size:15px;text-align:right;overflow-wrap:anywhere">${valueHtml(entry)}</td>
      </tr>`;

const paragraph = (text: string, style: string): string => `<p style="${style}">${escapeHtml(text)}</p>`;

const unsubscribeHtml = ({ unsubscribe }: Email): string =>
  unsubscribe === undefined
    ? ''
    : `<p style="margin:12px 0 0;font-size:13px;line-height:1.5"><a href="${escapeHtml(unsubscribe.url)}" style="color:#5c6a61">${escapeHtml(unsubscribe.label)}</a></p>`;

/** The HTML rendering for mail programs: one narrow table, inline styles, no images, no scripts. */
export function emailHtml(email: Email): string {
  const { button, warning } = email;
  const link =
    button === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:13px 20px;border-radius:6px;background:#14663f;color:#ffffff;font-size:16px;text-decoration:none">${escapeHtml(button.label)}</a></p>`;
  const caution =
    warning === undefined
      ? ''
      : paragraph(warning, 'margin:0 0 20px;padding:10px 12px;border:2px solid #b3261e;font-size:15px;line-height:1.45;color:#14231c');
  return `<!doctype html>
<html lang="${email.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(email.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#efeee6;font-family:'Golos Text',Arial,sans-serif">
  <div style="max-width:480px;margin:0 auto;padding:28px 24px;background:#fbfaf5;border-top:2px dashed #cfd4cb;border-bottom:2px dashed #cfd4cb">
    <h1 style="margin:0 0 12px;font-size:22px;line-height:1.25;color:#14231c">${escapeHtml(email.heading)}</h1>
    ${paragraph(email.lead, 'margin:0 0 20px;font-size:16px;line-height:1.5;color:#14231c;white-space:pre-line')}
    ${caution}
    <table role="presentation" style="width:100%;border-collapse:collapse">${email.lines.map(entryHtml).join('')}
    </table>
    ${link}
    ${email.footer.map((text) => paragraph(text, 'margin:12px 0 0;font-size:13px;line-height:1.5;color:#5c6a61')).join('\n    ')}${unsubscribeHtml(email)}
  </div>
</body>
</html>
`;
}

/** A rendered mail. */
export interface EmailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const renderEmail = (email: Email): EmailText => ({
  subject: email.subject,
  text: emailText(email),
  html: emailHtml(email),
});

/** Encrypts a mail for the database: it contains the secret link and requisites. */
export const sealEmail = ({ secrets }: Pick<Deps, 'secrets'>, email: EmailText): Buffer => secrets.seal(JSON.stringify(email));

export const unsealEmail = ({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): EmailText =>
  JSON.parse(secrets.unseal(sealed)) as EmailText;

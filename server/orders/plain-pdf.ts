/** Names in a PDF that make it act, carry other files or hide what it says. */
const ACTIVE = [
  '/JavaScript',
  '/JS',
  '/OpenAction',
  '/AA',
  '/Launch',
  '/EmbeddedFile',
  '/EmbeddedFiles',
  '/RichMedia',
  '/XFA',
  '/Encrypt',
  '/SubmitForm',
  '/ImportData',
];
/** PDF names may spell any character as #xx: read them before looking. */
const spelledOut = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const NAME_END = /[\s/<>[\](){}%]/;

function namesAny(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
      const next = text[at + name.length];
      if (next === undefined || NAME_END.test(next)) return true;
    }
    return false;
  });
}

/** Whether bytes are a PDF from the first byte to the last, without scripts, actions, attachments or encryption, and without markup a browser could take for a page (R50). */
export function isPlainPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(text)) return false;
  const end = text.lastIndexOf('%%EOF');
  if (end === -1 || text.slice(end + 5).trim() !== '') return false;
  if (/<(?:!doctype|html|script|svg|iframe)/i.test(text)) return false;
  return !namesAny(spelledOut(text), ACTIVE);
}

/** Host of payment links of the Faster Payments System (SBP). They open the app of a bank on a phone, and are scanned from another screen. */
const SBP_HOST = 'qr.nspk.ru';

/** Whether a URL is a payment link of SBP. */
export function isSbpLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === 'https:' && host === SBP_HOST && username === '' && password === '';
}

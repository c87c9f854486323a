/** Properties of a key event that decide its name. */
export interface Press {
  readonly code: string;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const PLACES = /^(?:Key([A-Z])|Digit([1-9])|Numpad([1-9]))$/;
const NAMED: Readonly<Record<string, string>> = {
  Slash: '/',
  Enter: 'Enter',
  NumpadEnter: 'Enter',
  Escape: 'Escape',
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
};

/**
 * Name of a pressed key: the Latin letter or digit of its physical position, in any layout and with Caps Lock. Null for keys of the browser
 * and the system.
 */
export function keyName(press: Press): string | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  // A slash is named by its character: layouts have it at different positions
  if (press.key === '/') return '/';
  // Shift and the slash key: another character in the Russian layout
  if (press.key === '?' || (press.shiftKey && press.code === 'Slash')) return '?';
  if (press.shiftKey) return null;
  // On-screen keyboards give no position
  if (press.code === '') return press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const [, letter, digit, padDigit] = PLACES.exec(press.code) ?? [];
  return letter?.toLowerCase() ?? digit ?? padDigit ?? NAMED[press.code] ?? null;
}

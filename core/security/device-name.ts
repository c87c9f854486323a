const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (names: readonly (readonly [RegExp, string])[], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** Browser and system names from the user agent; null where neither is recognised. */
export function deviceName(userAgent: string): string | null {
  const parts = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(', ');
}

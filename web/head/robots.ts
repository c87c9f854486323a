/** Text of robots.txt. Private pages are not listed: they have `noindex`, which a crawler reads only where it is allowed. */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...['/api/', '/callbacks/', '/dev/', '/office', '/sandbox/', '/uploads/'].map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

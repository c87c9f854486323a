/** What programs may read. Private pages are not listed: they say `noindex` themselves, which a forbidden page could not. */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...['/api/', '/callbacks/', '/dev/', '/office', '/sandbox/', '/uploads/'].map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

/** Where a browser asks for a path of the API: below `API_URL`, which the document names; otherwise at the site's root. */
export const apiAddress = (path: string): string => (document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content ?? '') + path;

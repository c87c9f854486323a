/** URL of an API path in the browser: below `API_URL`, from the document's `meta`, or on the site's own origin. */
export const apiAddress = (path: string): string => (document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content ?? '') + path;

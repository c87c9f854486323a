/** The parts of the documentation page that a partner's program needs: code examples and call addresses. */
export interface Documentation {
  /** A code example by its marker. */
  code(mark: string): string;
  /** An example's document of a call, parsed. */
  body(name: string): { readonly data: { readonly type: string; readonly attributes: Readonly<Record<string, unknown>> } };
  /** Method and path of a call. */
  address(name: string): { readonly method: string; readonly path: string };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();

/** Reads `/developers` as a visitor, and no other page. */
export async function readDocumentation(baseUrl: string): Promise<Documentation> {
  const html = await (await fetch(`${baseUrl}/en/developers`)).text();
  const find = (pattern: RegExp, what: string): string => {
    const found = pattern.exec(html)?.[1];
    if (found === undefined) throw new Error(`the page says nothing of ${what}`);
    return plain(found);
  };
  const code = (mark: string) => find(new RegExp(`<pre[^>]*data-code="${mark}"[^>]*>([\\s\\S]*?)</pre>`), mark);
  return {
    code,
    body: (name) => JSON.parse(code(`body:${name}`)) as ReturnType<Documentation['body']>,
    address(name) {
      const [method = '', path = ''] = find(new RegExp(`<details id="${name}"[\\s\\S]*?<code[^>]*>([\\s\\S]*?)</code>`), name).split(' ');
      return { method, path };
    },
  };
}

/** Runs a code example of the page, as a program that has copied it would. */
export const runCode = async (code: string): Promise<Readonly<Record<string, (...args: unknown[]) => unknown>>> =>
  (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** What a template may name: `{amount}`, `{secret.password}`, `{field.OrderId}`. Other braces, as in JSON, stand as they are. */
const PLACE = /\{([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_.-]+)?)\}/g;

export type Values = (name: string) => string | undefined;

/** The names in a template, in their order. */
export const namesIn = (template: string): string[] => [...template.matchAll(PLACE)].map(([, name = '']) => name);

/** The secrets that are named in templates. */
export const secretsOfTemplates = (templates: readonly string[]): string[] =>
  templates.flatMap(namesIn).flatMap((name) => (name.startsWith('secret.') ? [name.slice('secret.'.length)] : []));

/** Fills a template; undefined where a name has no value: half a text is never sent nor signed. */
export function fill(template: string, values: Values): string | undefined {
  let isWhole = true;
  const text = template.replace(PLACE, (_all, name: string) => {
    const value = values(name);
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}

/** A document of templates: texts, lists and members of them; `{"$number": "{amount_minor}"}` becomes a number. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [member: string]: Tree };

const isNumber = (tree: object): tree is { readonly $number: string } => typeof (tree as Record<string, unknown>)['$number'] === 'string';

/** Every template of a tree. */
export function templatesOf(tree: Tree): string[] {
  if (typeof tree === 'string') return [tree];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap((part) => templatesOf(part)) : [];
}

/** A tree with its templates filled; undefined where one cannot be. */
export function fillTree(tree: Tree, values: Values): unknown {
  if (typeof tree === 'string') return fill(tree, values);
  if (typeof tree !== 'object' || tree === null) return tree;
  if (isNumber(tree)) {
    const text = fill(tree.$number, values);
    return text !== undefined && /^\d{1,15}(\.\d{1,8})?$/.test(text) ? Number(text) : undefined;
  }
  if (Array.isArray(tree)) return whole(tree.map((part: Tree) => fillTree(part, values)));
  const members = Object.entries(tree).map(([name, part]) => [name, fillTree(part, values)] as const);
  return members.every(([, part]) => part !== undefined) ? Object.fromEntries(members) : undefined;
}

const whole = (parts: readonly unknown[]): readonly unknown[] | undefined => (parts.includes(undefined) ? undefined : parts);

/** A placeholder: `{amount}`, `{secret.password}`, `{field.OrderId}`. Other braces, as in JSON, are kept. */
const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_.-]+)?)\}/g;

export type Values = (name: string) => string | undefined;

/** Names in a template, in order. */
export const namesIn = (template: string): string[] => [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Names of the secrets in templates. */
export const secretsOfTemplates = (templates: readonly string[]): string[] =>
  templates.flatMap(namesIn).flatMap((name) => (name.startsWith('secret.') ? [name.slice('secret.'.length)] : []));

/** Fills a template; undefined if a name has no value: an incomplete text is never sent or signed. */
export function fill(template: string, values: Values): string | undefined {
  let isComplete = true;
  const text = template.replace(PLACEHOLDER, (_all, name: string) => {
    const value = values(name);
    if (value === undefined) isComplete = false;
    return value ?? '';
  });
  return isComplete ? text : undefined;
}

/** A document of templates; `{"$number": "{amount_minor}"}` becomes a number. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [member: string]: Tree };

const isNumber = (tree: object): tree is { readonly $number: string } => typeof (tree as Record<string, unknown>)['$number'] === 'string';

/** Every template in a tree. */
export function templatesOf(tree: Tree): string[] {
  if (typeof tree === 'string') return [tree];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap((part) => templatesOf(part)) : [];
}

/** A tree with its templates filled; undefined if one cannot be filled. */
export function fillTree(tree: Tree, values: Values): unknown {
  if (typeof tree === 'string') return fill(tree, values);
  if (typeof tree !== 'object' || tree === null) return tree;
  if (isNumber(tree)) {
    const text = fill(tree.$number, values);
    return text !== undefined && /^\d{1,15}(\.\d{1,8})?$/.test(text) ? Number(text) : undefined;
  }
  if (Array.isArray(tree)) return allDefined(tree.map((part: Tree) => fillTree(part, values)));
  const members = Object.entries(tree).map(([name, part]) => [name, fillTree(part, values)] as const);
  return members.every(([, part]) => part !== undefined) ? Object.fromEntries(members) : undefined;
}

const allDefined = (parts: readonly unknown[]): readonly unknown[] | undefined => (parts.includes(undefined) ? undefined : parts);

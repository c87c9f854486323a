import { parseSync } from 'vite';
import { textOf } from './files.ts';

/** A node of the syntax tree (ESTree with TypeScript). */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export interface Declaration {
  readonly name: string;
  readonly line: number;
}

export interface CodeOf {
  /** Names that the file declares: types, functions, variables, parameters, members of types. */
  readonly declarations: readonly Declaration[];
  /** Functions by name with their number of lines. */
  readonly functions: readonly (Declaration & { readonly lines: number })[];
  /** First and last line of each `sql` template. */
  readonly statements: readonly { readonly first: number; readonly last: number }[];
  /** Titles of tests and groups, as written; values in a template are `${}`. */
  readonly titles: readonly { readonly text: string; readonly line: number }[];
  /** Comments without their marks; line comments on consecutive lines are one. */
  readonly comments: readonly { readonly text: string; readonly line: number }[];
}

const isNode = (value: unknown): value is Node & Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const DECLARED_BY = {
  TSInterfaceDeclaration: 'id',
  TSTypeAliasDeclaration: 'id',
  FunctionDeclaration: 'id',
  ClassDeclaration: 'id',
  VariableDeclarator: 'id',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
} as const satisfies Readonly<Record<string, string>>;

/** Names bound by a pattern: `{ a, b: [c] }` binds a and c. */
function boundBy(pattern: unknown): Node[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [pattern];
  const inner = [pattern['left'], pattern['argument'], pattern['value']].filter(isNode).slice(0, 1);
  const several = [pattern['properties'], pattern['elements']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return [...inner, ...several].flatMap(boundBy);
}

/** `it`, `test.describe` or `it.each(rows)`: the function that a call names. */
function calleeOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node['name']);
  return calleeOf(node['object'] ?? node['callee'] ?? node['tag']);
}

/** The text of a string or template; undefined for other expressions. */
function textIn(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join('${}');
}

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe']);

const MAX_FUNCTION_LINES = 60;
const MAX_COMPONENT_LINES = 90;

/** Functions of more than 60 lines; components, lists of columns and hooks may have 90. */
export const longFunctionsOf = (file: string): CodeOf['functions'] =>
  codeOf(file).functions.filter(
    ({ name, lines }) => lines > (file.endsWith('.tsx') || /^use[A-Z]/.test(name) ? MAX_COMPONENT_LINES : MAX_FUNCTION_LINES),
  );

/** Comments of more than this many words that are no list. */
export const longCommentsOf = (file: string, maxWords: number): CodeOf['comments'] =>
  codeOf(file).comments.filter(({ text }) => !/^\s*-/m.test(text) && text.split(/\s+/).length > maxWords);

const parsed = new Map<string, CodeOf>();

/** The contents of one TypeScript file, parsed once. */
export function codeOf(file: string): CodeOf {
  const contents = parsed.get(file) ?? parseFile(file);
  parsed.set(file, contents);
  return contents;
}

function parseFile(file: string): CodeOf {
  const text = textOf(file);
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1;
  const { program, comments } = parseSync(file, text);
  const declarations: Declaration[] = [];
  const functions: (Declaration & { lines: number })[] = [];
  const statements: { first: number; last: number }[] = [];
  const titles: { text: string; line: number }[] = [];
  const nameOf = (node: Node): string => text.slice(node.start, node.end).replace(/[?:].*$/s, '');
  const declare = (nodes: readonly Node[]) => {
    for (const node of nodes) declarations.push({ name: nameOf(node), line: lineOf(node.start) });
  };
  const visit = (node: Node & Readonly<Record<string, unknown>>, name: string): void => {
    const own = isNode(node['id']) ? nameOf(node['id']) : isNode(node['key']) ? nameOf(node['key']) : undefined;
    const key = (DECLARED_BY as Readonly<Record<string, string>>)[node.type];
    if (key !== undefined) declare(boundBy(node[key]));
    if (FUNCTIONS.has(node.type)) {
      declare((node['params'] as readonly unknown[]).flatMap(boundBy));
      functions.push({ name: own ?? name, line: lineOf(node.start), lines: lineOf(node.end) - lineOf(node.start) + 1 });
    }
    if (node.type === 'TaggedTemplateExpression' && isNode(node['tag']) && nameOf(node['tag']) === 'sql')
      statements.push({ first: lineOf(node.start), last: lineOf(node.end) });
    if (node.type === 'CallExpression' && TEST_FUNCTIONS.has(calleeOf(node['callee']) ?? '')) {
      const title = textIn((node['arguments'] as readonly unknown[])[0]);
      if (title !== undefined) titles.push({ text: title, line: lineOf(node.start) });
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) visit(child, own ?? name);
  };
  visit(program as unknown as Node & Readonly<Record<string, unknown>>, 'module');
  const merged: { text: string; line: number; end: number }[] = [];
  for (const { type, value, start, end } of comments) {
    const [line, last] = [lineOf(start), lineOf(end)];
    const previous = merged.at(-1);
    const words = value.replaceAll(/^\s*\*+/gm, ' ').trim();
    if (type === 'Line' && previous?.end === line - 1)
      merged.splice(-1, 1, { text: `${previous.text} ${words}`, line: previous.line, end: last });
    else merged.push({ text: words, line, end: last });
  }
  return { declarations, functions, statements, titles, comments: merged };
}

/** One figure that a proposal would change. Null: no cap, or no limit of its own. */
export interface FigureChange {
  /** Path of the figure within the limits: `firstUsd`, `caps/dayUsd`, `systems/QIWI/firstUsd`. */
  readonly path: readonly string[];
  readonly before: number | null;
  readonly after: number | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const figuresOf = (value: unknown, path: readonly string[] = []): [string, number | null][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, member]) => figuresOf(member, [...path, key]))
    : [[path.join('/'), typeof value === 'number' ? value : null]];

/** The figures that a proposal would change, in the order of the limits. */
export function limitsDiff(payload: Readonly<Record<string, unknown>>): FigureChange[] {
  const before = new Map(figuresOf(payload['before']));
  const after = new Map(figuresOf(payload['after']));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [oldValue, newValue] = [before.get(key) ?? null, after.get(key) ?? null];
    return oldValue === newValue ? [] : [{ path: key.split('/'), before: oldValue, after: newValue }];
  });
}

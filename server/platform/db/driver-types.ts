import pg from 'pg';

/** OIDs of PostgreSQL types. */
export const OIDS = { ...pg.types.builtins, NAME: 19 } as const;

const ARRAYS: Readonly<Record<number, number>> = {
  [OIDS.BOOL]: 1000,
  [OIDS.BYTEA]: 1001,
  [OIDS.INT4]: 1007,
  [OIDS.INT8]: 1016,
  [OIDS.TEXT]: 1009,
  [OIDS.VARCHAR]: 1015,
  [OIDS.UUID]: 2951,
  [OIDS.DATE]: 1182,
  [OIDS.TIMESTAMPTZ]: 1185,
  [OIDS.NUMERIC]: 1231,
};

/** The type of arrays of these elements; empty: we read no such arrays. */
export function arrayOid(oid: number): readonly number[] {
  const array = ARRAYS[oid];
  return array === undefined ? [] : [array];
}

/**
 * Kept as the database writes them: a JavaScript number loses digits, and the driver would turn a day into midnight of the process's time
 * zone.
 */
export const TEXT_TYPES: readonly number[] = [OIDS.DATE, OIDS.NUMERIC, OIDS.INT8];

const TEXT_ARRAY_TYPES: readonly number[] = TEXT_TYPES.flatMap(arrayOid);
type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
const asText = (value: string) => value;
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the driver names no array types
const textArray: (value: string) => unknown = pg.types.getTypeParser(1009 as TypeId);

/** How the driver turns values of results into JavaScript's. */
export const driverTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: TypeId, format: 'text') => {
    if (TEXT_TYPES.includes(oid)) return asText;
    return TEXT_ARRAY_TYPES.includes(oid) ? textArray : pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

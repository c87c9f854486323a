/** A connection string whose sessions start with these options (`-c name=value`). */
export const withOptions = (url: string, options: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`;

/** A connection string whose sessions start with this role. */
export const withRole = (url: string, role: string | undefined): string => (role === undefined ? url : withOptions(url, `-c role=${role}`));

/** Replaces the database's name in a connection string. */
export const withDatabase = (url: string, database: string): string => url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);

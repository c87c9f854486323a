import { VARIABLES } from './variables.ts';

const HEAD = `# Configuration

Written by \`npm run docs\` from \`server/config/variables.ts\`.

Each variable has a default that works on a laptop. A wrong value stops the start with its name and the reason. \`Role\`: which processes read it.

| Variable | Role | Default | Meaning |
|---|---|---|---|
`;

/** `docs/configuration.md`: the page of all environment variables. */
export function configurationDocument(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, { readers, default: initial, meaning }]) =>
      `| \`${name}\` | ${readers.length === 2 ? 'all' : readers.join()} | ${initial} | ${meaning} |\n`,
  );
  return HEAD + rows.join('');
}

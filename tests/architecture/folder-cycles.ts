import { filesBelow, importsOf } from './files.ts';

/** Imports between the folders of an app (`office/form`), tests aside; `file imports specifier` by importing and imported folder. */
export function folderImports(app: string): { from: string; to: string; line: string }[] {
  const folderOf = (place: string) => new RegExp(`^#?${app}/([^/]+)/`).exec(place)?.[1];
  return filesBelow(app, /\.tsx?$/)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap(importsOf)
    .flatMap(({ file, specifier }) => {
      const [from, to] = [folderOf(file), folderOf(specifier)];
      return from === undefined || to === undefined || from === to ? [] : [{ from, to, line: `${file} imports ${specifier}` }];
    });
}

/** Folders of an app that import each other, directly or through others. */
export function foldersInCycles(app: string): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of folderImports(app)) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  const reaches = (start: string): Set<string> => {
    const seen = new Set<string>();
    const queue = [...(edges.get(start) ?? [])];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(...(edges.get(next) ?? []));
    }
    return seen;
  };
  return [...edges.keys()].filter((folder) => reaches(folder).has(folder));
}

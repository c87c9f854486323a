import { useRouteLoaderData } from 'react-router';

/** `apiAddress` for what is drawn, on the server too: links and pictures. */
export function useApiAddress(): (path: string) => string {
  // Of the root's data this alone: its own type would lead from here back to here
  const base = useRouteLoaderData<() => { readonly apiUrl?: string }>('root')?.apiUrl ?? '';
  return (path) => base + path;
}

import { useRouteLoaderData } from 'react-router';

/** `apiAddress` for rendered links and pictures, on the server too. */
export function useApiAddress(): (path: string) => string {
  // Only this field: the type of the root loader would be circular
  const base = useRouteLoaderData<() => { readonly apiUrl?: string }>('root')?.apiUrl ?? '';
  return (path) => base + path;
}

import { MantineProvider, useComputedColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { useLayoutEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { reportThrown } from '#ui/reports/report-errors.ts';
import { keys } from './api/keys.ts';
import { codeOf, statusOf } from './api/call-failure.ts';
import { makeRouter } from './routes.tsx';
import { mayBeOutdatedCall, isOutdated } from './api/outdated.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { TranslationProvider } from './i18n/Translation.tsx';

/** Refusals are final; only a lost connection or a server error is retried. */
const shouldRetry = (count: number, error: Error): boolean => {
  const status = statusOf(error);
  return count < 2 && (status === 0 || (status !== null && status >= 500));
};

/** The query client. A call refused because the session has ended makes the gate ask for sign-in. */
function makeQueries(): QueryClient {
  const onError = (error: Error) => {
    if (mayBeOutdatedCall(error)) void isOutdated();
    const isEnded = codeOf(error) === 'not_authenticated' || codeOf(error) === 'second_factor_required';
    const gate = queries.getQueryState(keys.operator());
    if (isEnded && gate?.data !== undefined && gate.status === 'success') void queries.invalidateQueries({ queryKey: keys.operator() });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: shouldRetry, staleTime: 2_000 }, mutations: { retry: false } },
  });
  return queries;
}

/** Nonce of the content security policy, for styles that the component library adds at run time. */
const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The tokens follow the component library's choice of light or dark, on every screen and before it is painted. */
function Theme() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = scheme;
  }, [scheme]);
  return null;
}

export function App({ messages }: { readonly messages: i18n }) {
  const [router] = useState(makeRouter);
  const [queries] = useState(makeQueries);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" getStyleNonce={nonce}>
      <Theme />
      <TranslationProvider first={messages}>
        <QueryClientProvider client={queries}>
          <Notifications position="bottom-left" limit={3} />
          <RouterProvider router={router} onError={reportThrown} />
        </QueryClientProvider>
      </TranslationProvider>
    </MantineProvider>
  );
}

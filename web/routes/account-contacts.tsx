import { useRouteLoaderData } from 'react-router';
import { Contacts } from '#web/account/Contacts.tsx';
import type { loader as rootLoader } from '#web/root.tsx';

export default function AccountContacts() {
  return <Contacts contacts={useRouteLoaderData<typeof rootLoader>('root')?.contacts} />;
}
